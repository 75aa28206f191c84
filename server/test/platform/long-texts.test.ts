import type { AnyRoute } from '@muneem/contract/http';
import { expect, it } from 'vitest';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp();

/** Texts that make a vulnerable regular expression backtrack. */
const PARTS = [' ', '/', 'a', '0', '.', ',', '-', ':', '@', '{', '\n', 'a.', '0:', ' a', '%7B', ';a=', '1.1.1.1,'];
const BEGINNINGS = ['', 'https://', 'a@'];
const LENGTH = 50_000;
/** At this length a linear check takes a few milliseconds and a quadratic one hundreds. */
const LONGEST_MS = 100;

type Part = AnyRoute['answer'];

/** Every text of a schema that was not visited before, with its path. */
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

/** Time of the processor, which other processes do not lengthen. */
const usedMs = (since: NodeJS.CpuUsage): number => process.cpuUsage(since).user / 1_000;

/** The least of three times: a garbage collection may fall into one of them. */
function msOf(schema: Part, text: string): number {
  let least = Infinity;
  for (let i = 0; i < 3 && least > LONGEST_MS; i += 1) {
    const began = process.cpuUsage();
    schema.safeParse(text);
    least = Math.min(least, usedMs(began));
  }
  return least;
}

it('checks a long text in linear time, for each field of each call', () => {
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

it('rejects a list of IP addresses beyond its limit before parsing it', async () => {
  const began = process.cpuUsage();
  const answer = await app.call('POST', '/api/offers', offerInput({ ipWhitelist: '203.0.113.5,'.repeat(200_000) }));
  expect(answer.body).toMatchObject({ errors: { ipWhitelist: 'Use at most 10,000 characters' } });
  expect(usedMs(began)).toBeLessThan(1_500);
});
