import { expect, test } from 'vitest';
import { withoutSchemas } from './bare-contract.ts';

const strip = (code: string): string => withoutSchemas(code).replaceAll(/\s+/g, ' ');

test('drops the schemas of a route in any form and keeps its other fields', () => {
  const code = `
    export const shared = { auth: 'admin', roles: ['owner'], query: z.object({ page: z.int() }) } as const;
    export const list = defineRoute({ ...shared, method: 'GET', path: '/api/x', limit: { max: 1 }, answer,
      params: z.object({
  id: z.string() }) });`;
  expect(strip(code)).toBe(
    " export const shared = { auth: 'admin', roles: ['owner'], } as const;" +
      " export const list = /* @__PURE__ */ defineRoute({ ...shared, method: 'GET', path: '/api/x', limit: { max: 1 }, });",
  );
});

test('marks each constant that a call makes, so that an unused one is dropped', () => {
  expect(strip("export const WORDS = ['a'] as const; const row = { id: z.string() }; const f = () => z.int();")).toBe(
    "export const WORDS = ['a'] as const;" +
      ' const row = /* @__PURE__ */ Reflect.apply(() => ({ id: z.string() }), null, []); const f = () => z.int();',
  );
});

test.each([
  ['a route that is no object', 'export const list = defineRoute(build());'],
  ['a shared part from another file', "import { part } from './part.ts'; const list = defineRoute({ ...part });"],
  ['a computed field', "const list = defineRoute({ ['answer']: z.string() });"],
  ['a schema under a new name', 'const list = defineRoute({ headers: z.object({}) });'],
  ['a route inside a function', 'const make = (path) => defineRoute({ path });'],
  ['a call that is not kept in a constant', 'register(list);'],
])('fails the build at %s', (_, code) => {
  expect(() => withoutSchemas(code)).toThrow('bare-contract.ts cannot read line 1: ');
});
