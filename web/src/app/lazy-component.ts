import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { MissingFileError } from './missing-file.ts';

/**
 * Loads a component when the router wants it. The router reloads the page when it recognises the error of a missing file;
 * offline that would lose the page, so the error is another one and `RouteFailed` decides.
 */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyRouteComponent(() =>
    load().then(
      (component) => ({ default: component }),
      (cause: unknown) => Promise.reject(new MissingFileError(cause)),
    ),
  ) as AsyncRouteComponent<Props>;
