/** The query parameter of /login with the path that a signed-out visitor requested. */
export const REQUESTED_PATH = 'next';

/** Returns a path of this app, else `/`. An external URL would be an open redirect. */
export function requestedPath(requested: string | undefined): string {
  if (requested === undefined || !requested.startsWith('/')) return '/';
  const here = 'http://app.invalid';
  try {
    const url = new URL(requested, here);
    // `/.//host` has this origin, but the path that is left names another host.
    if (url.origin !== here || url.pathname.startsWith('//') || url.pathname === '/login') return '/';
    return url.pathname + url.search + url.hash;
  } catch {
    return '/';
  }
}
