import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { MissingFileError } from './missing-file.ts';

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
