/** The query parameter of /login with the path that a signed-out visitor requested. */
export const WISHED_PATH = 'next';

/** Returns a path of this app, else `/`. An external URL would be an open redirect. */
export function wishedPath(wished: string | undefined): string {
  if (wished === undefined || !wished.startsWith('/')) return '/';
  const here = 'http://app.invalid';
  try {
    const url = new URL(wished, here);
    if (url.origin !== here || url.pathname === '/login') return '/';
    return url.pathname + url.search + url.hash;
  } catch {
    return '/';
  }
}
