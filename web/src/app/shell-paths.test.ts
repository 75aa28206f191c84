import { expect, it } from 'vitest';
import { isShellPath } from './shell-paths.ts';

it('serves screens from the cached shell, and no path of the server', () => {
  expect(
    ['/', '/users', '/edit-offer/abc', '/no-such-screen', '/postback-urls/abc'].filter((path) => !isShellPath(path)),
  ).toEqual([]);
  expect(
    ['/api/docs', '/track/abc', '/postback/a/b', '/postback', '/healthz', '/config.json', '/assets/x.js'].filter(
      isShellPath,
    ),
  ).toEqual([]);
});
