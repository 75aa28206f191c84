import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/**
 * Loads a component on demand. The router reloads the page when it recognises a missing-file error. Offline, that would
 * lose the page: this error has another type, and `RouteFailed` handles it.
 */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyRouteComponent(() =>
    load().then(
      (component) => ({ default: component }),
      (cause: unknown) => Promise.reject(new MissingFileError(cause)),
    ),
  ) as AsyncRouteComponent<Props>;

/** The file of a screen could not be loaded: the network is down, or the server has a newer version. */
class MissingFileError extends Error {
  constructor(cause: unknown) {
    super('The file of this screen could not be loaded.', { cause });
  }
}

/** The messages of Chromium, Firefox, WebKit and Vite for a failed `import()`. */
const BROWSER_WORDS = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export const isMissingFile = (error: unknown): boolean =>
  error instanceof MissingFileError || (error instanceof Error && BROWSER_WORDS.test(error.message));
