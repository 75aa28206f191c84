/** The path of an address as it was sent: up to the first `?` or `#`, where the router too begins the query. */
export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';
