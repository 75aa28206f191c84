/** First path segments that the server handles. Every other path is a screen of this app. */
const SERVER_PATHS: ReadonlySet<string> = new Set([
  'api',
  'track',
  'postback',
  'healthz',
  'readyz',
  'metrics',
  'assets',
  'images',
]);

/** Returns true if this path shows the app, and so may be served from the cached shell. */
export function isShellPath(path: string): boolean {
  const first = path.split('/')[1] ?? '';
  return !SERVER_PATHS.has(first) && !first.includes('.');
}
