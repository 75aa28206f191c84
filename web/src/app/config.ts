declare global {
  /** What `/config.json` says, asked for by public/boot.js. */
  var muneemConfig: Promise<unknown> | undefined;
}

/** Where the API is: `/config.json` at run time, else `VITE_API_HOST` at build, else the page's own origin. */
export async function loadApiHost(): Promise<string> {
  const built = String(import.meta.env['VITE_API_HOST'] ?? '');
  return cleanHost((await configuredHost()) ?? built);
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
