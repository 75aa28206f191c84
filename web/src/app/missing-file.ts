/** The file of a screen did not come: the network is away, or the server has a newer version. */
export class MissingFileError extends Error {
  constructor(cause: unknown) {
    super('The file of this screen could not be loaded.', { cause });
  }
}

/** The words of Chromium, Firefox, WebKit and Vite for a file that an `import()` did not get. */
const BROWSER_WORDS = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export const isMissingFile = (error: unknown): boolean =>
  error instanceof MissingFileError || (error instanceof Error && BROWSER_WORDS.test(error.message));
