/** The file of a screen could not be loaded: the network is down, or the server has a newer version. */
export class MissingFileError extends Error {
  constructor(cause: unknown) {
    super('The file of this screen could not be loaded.', { cause });
  }
}

/** The messages of Chromium, Firefox, WebKit and Vite for a failed `import()`. */
const BROWSER_WORDS = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export const isMissingFile = (error: unknown): boolean =>
  error instanceof MissingFileError || (error instanceof Error && BROWSER_WORDS.test(error.message));
