import type { Random } from './seeded-random.ts';

/** The JSON schema keywords that the contract uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const BY_FORMAT: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-11-21T18:30:00.000Z'],
  date: ['2026-11-21'],
  email: ['asha@example.com'],
  uri: ['https://network.example/path?a={click_id}'],
};
const PLAIN = ['a', 'Asha Rao', 'install', '2026-11-21', 'asha@okbank', 'https://network.example/x', '12', 'active'];

/** Generates values that match a schema, mostly from texts that the server answered before. */
export function valueOf(schema: JsonSchema, random: Random, known: readonly string[]): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return valueOf(random.pick(variants), random, known);
  if (schema.allOf?.[0]) return valueOf(schema.allOf[0], random, known);
  const type = typeof schema.type === 'object' ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema, random, known);
    case 'array':
      return Array.from({ length: (schema.minItems ?? 0) + random.below(3) }, () =>
        valueOf(schema.items ?? {}, random, known),
      );
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'string':
      return textOf(schema, random, known);
    default:
      return random.pick<unknown>(['x', 1, true, null, {}, []]);
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, random: Random, known: readonly string[]): object {
  const entries = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.4));
  return Object.fromEntries(entries.map(([name, schema]) => [name, valueOf(schema, random, known)]));
}

function numberOf({ minimum = -1, maximum = 1_000 }: JsonSchema, random: Random): number {
  const least = Math.max(minimum, -1_000);
  const most = Math.min(maximum, least + 1_000);
  return random.pick([least, most, least + random.below(most - least + 1)]);
}

function textOf({ format, pattern, minLength = 0, maxLength }: JsonSchema, random: Random, known: readonly string[]) {
  const formatted = format === undefined ? undefined : BY_FORMAT[format];
  const texts = formatted ?? (random.chance(0.7) && known.length > 0 ? known : PLAIN);
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const fitting = expression ? [...texts, ...known, ...PLAIN].filter((text) => expression.test(text)) : texts;
  const text = random.pick(fitting.length > 0 ? fitting : PLAIN);
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}

/** Texts that are known to break parsers, paths, statements and logs. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'a\uDC00b',
  '..',
  '../../etc/passwd',
  '%',
  '%zz',
  '\r\nX-Injected: 1',
  '\u2028\u202E',
  "'; drop table offers; --",
  '{{click_id}}${1}%s%n',
  '__proto__',
  'constructor',
  '-1',
  '0x10',
  '1e400',
  'NaN',
  '9'.repeat(30),
  '-0',
  '275760-09-13T00:00:00.001Z',
  '0000-00-00',
  '-271821-04-20',
  '10000-01-01',
  '2026-02-31',
  '00000000000000000000000000',
  '7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  '7ZZZZZZZZZ0000000000000000',
  '::ffff:1.2.3.4',
  '1.2.3.4/0',
  'http://[::1',
  'https://x.example:99999999/',
  'data:image/png;base64,iVBORw0KGgo=',
  '👩‍👩‍👧‍👦'.repeat(50),
  'x'.repeat(513),
  'x'.repeat(6_000),
];

const nested = (levels: number): unknown => {
  let value: unknown = [];
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Values of a wrong type, size or depth. */
const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  0.1 + 0.2,
  1e21,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  2_147_483_648,
  [],
  [[[]]],
  [[1, [2]], null],
  {},
  { a: { b: null } },
  { toString: 1, length: -1 },
  nested(5_000),
  Array.from({ length: 3_000 }, (_, index) => String(index)),
];

export const hostileValue = (random: Random): unknown =>
  random.chance(0.6) ? random.pick(HOSTILE_TEXTS) : random.pick(HOSTILE_VALUES);

/** Mutates a value: puts a hostile value at one place, adds a key or removes one. */
export function mutate(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return hostileValue(random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...(value as unknown[]), hostileValue(random)];
    const at = random.below(value.length);
    return value.map((item: unknown, index) => (index === at ? mutate(item, random) : item));
  }
  const names = Object.keys(value);
  if (names.length === 0 || random.chance(0.15))
    return { ...value, [random.pick(HOSTILE_TEXTS)]: hostileValue(random) };
  const name = random.pick(names);
  if (random.chance(0.1)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  return { ...value, [name]: mutate((value as Record<string, unknown>)[name], random) };
}
