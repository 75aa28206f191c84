declare global {
  /** The content of `/config.json`. public/boot.js fetches it. */
  var muneemConfig: Promise<unknown> | undefined;
}

/** Returns the API host: `/config.json` at run time, else `VITE_API_HOST` at build time, else the page's origin. */
export async function loadApiHost(): Promise<string> {
  const built = String(import.meta.env['VITE_API_HOST'] ?? '');
  // Paths are appended.
  return ((await configuredHost()) ?? built).trim().replace(/\/+$/, '');
}

async function configuredHost(): Promise<string | undefined> {
  try {
    const { apiHost } = ((await globalThis.muneemConfig) ?? {}) as { apiHost?: unknown };
    return typeof apiHost === 'string' && apiHost !== '' ? apiHost : undefined;
  } catch (error) {
    // The file is optional. Without it the app uses the built-in host.
    console.info('No usable /config.json, using the built-in API host.', error);
    return undefined;
  }
}
