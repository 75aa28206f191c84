import { afterEach, expect, it } from 'vitest';
import { loadApiHost } from './config.ts';

const hostOf = (config: unknown) => {
  globalThis.muneemConfig = Promise.resolve(config);
  return loadApiHost();
};

afterEach(() => {
  globalThis.muneemConfig = undefined;
});

// covers 000-1.4
it('reads the host of config.json without trailing slashes, or uses the own origin', async () => {
  expect(await hostOf({ apiHost: ' https://api.example.com// ' })).toBe('https://api.example.com');
  for (const config of [{}, { apiHost: '' }, { apiHost: 7 }, null, 'x']) expect(await hostOf(config)).toBe('');
});
