/** Returns the undecoded path: up to the first `?` or `#`, like the router. */
export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';
