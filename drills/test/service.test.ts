import { expect, test } from 'vitest';
import { rehearseService } from '../src/service/service.drill.ts';

test('installs two services under systemd and replaces them', { timeout: 600_000 }, async () => {
  expect(await rehearseService()).not.toBe(false);
});
