import type { AnyRoute } from '@muneem/contract/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { offerInput } from '#test/builders/offers.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterAll(() => app.close());

/** Texts that make a bad regular expression backtrack. */
const PARTS = [' ', '/', 'a', '0', '.', ',', '-', ':', '@', '{', '\n', 'a.', '0:', ' a', '%7B', ';a=', '1.1.1.1,'];
const BEGINNINGS = ['', 'https://', 'a@'];
const LENGTH = 50_000;
/** A linear field takes a few milliseconds at this length, a quadratic one hundreds. */
const LONGEST_MS = 100;

type Part = AnyRoute['answer'];

/** Every text in a schema that was not seen before, with where it stands. */
function* textsIn(schema: Part | undefined, path: string, seen: Set<Part>): Generator<[string, Part]> {
  if (!schema || seen.has(schema)) return;
  seen.add(schema);
  const {
    type,
    shape,
    innerType,
    element,
    in: input,
    options,
  } = schema._zod.def as Readonly<{
    type?: string;
    shape?: Record<string, Part>;
    innerType?: Part;
    element?: Part;
    in?: Part;
    options?: readonly Part[];
  }>;
  if (type === 'string' || type === 'pipe') yield [path, schema];
  for (const [name, inner] of Object.entries(shape ?? {})) yield* textsIn(inner, `${path}.${name}`, seen);
  for (const inner of [innerType, element, input, ...(options ?? [])]) yield* textsIn(inner, path, seen);
}

/** The least of three times: another process may take one of them. */
function msOf(schema: Part, text: string): number {
  let least = Infinity;
  for (let i = 0; i < 3 && least > LONGEST_MS; i += 1) {
    const began = performance.now();
    schema.safeParse(text);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

it('no field of any call looks at a long text again and again', { timeout: 120_000 }, () => {
  const texts = BEGINNINGS.flatMap((beginning) =>
    PARTS.map((part) => `${beginning}${part.repeat(LENGTH / part.length)}!`),
  );
  const slow = new Set<string>();
  const seen = new Set<Part>();
  let fields = 0;
  for (const route of app.http.routes) {
    for (const where of ['params', 'query', 'body'] as const) {
      for (const [path, schema] of textsIn(route[where], `${route.method} ${route.path} ${where}`, seen)) {
        fields += 1;
        if (texts.some((text) => msOf(schema, text) > LONGEST_MS)) slow.add(path);
      }
    }
  }
  expect(fields).toBeGreaterThan(150);
  expect([...slow]).toEqual([]);
});

it('a list of addresses beyond its limit is refused before it is looked at', async () => {
  const { headers } = await openAdminSession(app);
  const began = performance.now();
  const answer = await app.http.fastify.inject({
    method: 'POST',
    url: '/api/offers',
    headers,
    payload: offerInput({ ipWhitelist: '203.0.113.5,'.repeat(200_000) }),
  });
  expect(answer.json()).toMatchObject({ errors: { ipWhitelist: 'Use at most 10,000 characters' } });
  expect(performance.now() - began).toBeLessThan(1_500);
});
