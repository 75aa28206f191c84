import { HOSTILE_TEXTS, hostileValue, mutate, valueOf, type JsonSchema } from './json-values.ts';
import type { Random } from './seeded-random.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** One operation of the OpenAPI document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  /** Requires the consumer app's key. */
  readonly forPlatform: boolean;
}

export interface FuzzRequest {
  readonly method: string;
  /** The path as sent, still encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface OpenApiOperation {
  readonly parameters?: readonly Parameter[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

export const operationsOf = ({ paths }: OpenApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, security }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      forPlatform: security[0]?.['platform'] !== undefined,
    })),
  );

/** Path segments as a client may send them, encoded or not. */
const HOSTILE_SEGMENTS = [
  '..',
  '.',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%ED%A0%80',
  '%C0%AF',
  '%',
  '%zz',
  '%FF',
];
const HOSTILE_QUERIES = ['%', '&&==&', 'a=%ED%A0%80', 'a=%00', '%00=1', 'page=1&page=2', 'a[]=1&a[b]=2', '__proto__=1'];
const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json;q',
  '/',
];
const BROKEN_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"\\ud800"',
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '[[[[[[',
  '1e999',
  '\0',
];

/** Percent-encodes a text as UTF-8. A lone surrogate becomes three bytes that are invalid UTF-8. */
const encode = (text: string): string =>
  Array.from(text, (character) => {
    if (character.isWellFormed()) return encodeURIComponent(character);
    const unit = character.charCodeAt(0);
    return [0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)].map((byte) => `%${byte.toString(16)}`).join('');
  }).join('');

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Builds one request for an operation: valid, mostly with one or two mutations. */
export function fuzzRequest(operation: Operation, random: Random, known: readonly string[]): FuzzRequest {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  let { path } = operation;
  for (const { name, in: location, required, schema } of operation.parameters) {
    if (!required && random.chance(0.5)) continue;
    const fitting = valueOf(schema, random, known);
    const value = toText(random.chance(0.25) ? hostileValue(random) : fitting);
    const segment = random.chance(0.15) ? random.pick(HOSTILE_SEGMENTS) : encode(value);
    if (location === 'path') path = path.replace(`{${name}}`, () => segment);
    if (location === 'query') query.push(`${encode(name)}=${encode(value)}`);
    if (location === 'header') headers[name] = `fuzz-${random.below(1_000_000)}`;
  }
  if (random.chance(0.1)) query.push(random.pick(HOSTILE_QUERIES));
  if (random.chance(0.03)) query.push(`${encode(random.pick(HOSTILE_TEXTS))}=${encode(random.pick(HOSTILE_TEXTS))}`);
  const body = bodyOf(operation, random, known);
  if (body !== undefined)
    headers['content-type'] = random.chance(0.08) ? random.pick(CONTENT_TYPES) : 'application/json';
  // The server reads at most 16 KiB of request line and headers.
  const target = `${path}${query.length === 0 ? '' : `?${query.join('&')}`}`.slice(0, 15_000);
  return { method: operation.method, path: target, headers, body };
}

function bodyOf({ method, body: schema }: Operation, random: Random, known: readonly string[]): string | undefined {
  if (method === 'GET') return undefined;
  if (!schema) return random.chance(0.2) ? random.pick(BROKEN_BODIES) : undefined;
  if (random.chance(0.08)) return random.pick(BROKEN_BODIES);
  let value = valueOf(schema, random, known);
  for (let changes = random.below(3); changes > 0; changes -= 1) value = mutate(value, random);
  const text = JSON.stringify(value);
  return random.chance(0.05) ? text.replace('{', `{"${random.pick(['a', 'id', '__proto__'])}":1,`) : text;
}
