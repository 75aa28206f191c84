declare global {
  /** What `/config.json` says, asked for by public/boot.js. */
  var muneemConfig: Promise<unknown> | undefined;
}

let found: Promise<string> | undefined;

/** Where the API is: `/config.json` at run time, else `VITE_API_HOST` at build, else the page's own origin. Asked once. */
export const loadApiHost = (): Promise<string> => (found ??= findApiHost());

/** Set while the API is at the page's own origin, which is the ordinary installation. */
const HERE_KEY = 'muneem.api-is-here';

/**
 * Whether the API was at the page's own origin at the last visit: then nobody need wait for `/config.json` to ask it. Another
 * host is never remembered, since a token is sent there.
 */
export function wasHere(place: Storage): boolean {
  return place.getItem(HERE_KEY) !== null;
}

async function findApiHost(): Promise<string> {
  const built = String(import.meta.env['VITE_API_HOST'] ?? '');
  const host = cleanHost((await configuredHost()) ?? built);
  try {
    if (host !== '') localStorage.removeItem(HERE_KEY);
    else if (!wasHere(localStorage)) localStorage.setItem(HERE_KEY, '1');
  } catch {
    // Without storage the next visit waits for the file.
  }
  return host;
}

async function configuredHost(): Promise<string | undefined> {
  try {
    return readApiHost(await globalThis.muneemConfig);
  } catch (error) {
    // A host without the file is an ordinary installation; the built-in host serves.
    console.info('No usable /config.json, using the built-in API host.', error);
    return undefined;
  }
}

/** The `apiHost` of a parsed config.json, or undefined when it names none. */
export function readApiHost(config: unknown): string | undefined {
  const host = typeof config === 'object' && config !== null ? (config as { apiHost?: unknown }).apiHost : undefined;
  return typeof host === 'string' && host !== '' ? host : undefined;
}

/** Without trailing slashes, so that paths can be appended. */
export const cleanHost = (host: string): string => host.trim().replace(/\/+$/, '');
