let open = (href: string): void => location.assign(href);

/** Connects the app's router, for links outside the screens: in notices. */
export const connectRouter = (navigate: (href: string) => void): void => void (open = navigate);

export const goTo = (href: string): void => open(href);
