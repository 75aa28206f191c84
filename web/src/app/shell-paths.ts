/** First parts of paths that the server answers itself; every other address is a screen of this app. */
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

/** Whether a visit to this path shows the app (and may be answered from the kept shell). */
export function isShellPath(path: string): boolean {
  const first = path.split('/')[1] ?? '';
  return !SERVER_PATHS.has(first) && !first.includes('.');
}
