import { expect, it } from 'vitest';
import { isShellPath } from './shell-paths.ts';

it('answers screens from the kept shell, and nothing that the server answers itself', () => {
  expect(
    ['/', '/users', '/edit-offer/abc', '/no-such-screen', '/postback-urls/abc'].filter((path) => !isShellPath(path)),
  ).toEqual([]);
  expect(
    ['/api/docs', '/track/abc', '/postback/a/b', '/postback', '/healthz', '/config.json', '/assets/x.js'].filter(
      isShellPath,
    ),
  ).toEqual([]);
});
