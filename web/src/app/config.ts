declare global {
  /** The content of `/config.json`. public/boot.js fetches it. */
  var muneemConfig: Promise<unknown> | undefined;
}

/** Returns the API host: `/config.json` at run time, else `VITE_API_HOST` at build time, else the page's origin. */
export async function loadApiHost(): Promise<string> {
  const built = String(import.meta.env['VITE_API_HOST'] ?? '');
  return withoutTrailingSlashes((await configuredHost()) ?? built);
}

async function configuredHost(): Promise<string | undefined> {
  try {
    return readApiHost(await globalThis.muneemConfig);
  } catch (error) {
    // The file is optional. Without it the app uses the built-in host.
    console.info('No usable /config.json, using the built-in API host.', error);
    return undefined;
  }
}

/** Returns `apiHost` of a parsed config.json, or undefined if it is missing. */
export function readApiHost(config: unknown): string | undefined {
  const host = typeof config === 'object' && config !== null ? (config as { apiHost?: unknown }).apiHost : undefined;
  return typeof host === 'string' && host !== '' ? host : undefined;
}

/** Removes trailing slashes, so that paths can be appended. */
export const withoutTrailingSlashes = (host: string): string => host.trim().replace(/\/+$/, '');
