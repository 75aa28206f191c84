import { expect, test } from 'vitest';
import { rehearseCompose } from '../src/compose/compose.drill.ts';

test('starts, stops and restarts the containers of deploy/compose.yaml', { timeout: 900_000 }, async () => {
  // Without the tools of containers the drill says what is missing.
  expect(await rehearseCompose()).not.toBe(false);
});
