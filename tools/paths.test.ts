import { expect, test } from 'vitest';
import { pathsIn } from './paths.ts';

test('reads paths from a map, links from a document, and documents that a source names', () => {
  expect(pathsIn('ARCHITECTURE.md', 'See `server/src/app.ts`, `pay` and [x](docs/a.md).')).toEqual([
    'docs/a.md',
    'server/src/app.ts',
  ]);
  expect(pathsIn('docs/decisions/ledger.md', '[x](reports.md) [y](https://x.example)')).toEqual([
    'docs/decisions/reports.md',
  ]);
  expect(pathsIn('server/src/a.ts', '// docs/decisions/none.md, `server/none.ts`')).toEqual(['docs/decisions/none.md']);
});
