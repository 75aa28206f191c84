/** The search parameter of /login that remembers where a signed-out visitor wanted to go. */
export const WISHED_PATH = 'next';

/** A path of this app, else `/`: an address from outside must not lead a fresh session to another site. */
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
