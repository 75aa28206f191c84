import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Issue = z.core.$ZodIssue;

const UNUSABLE = 'This value cannot be used here.';
const MISSING = 'This value is missing.';

/** Says what a field accepts, for an issue whose schema has no text of its own. */
export function describeIssue(issue: Issue, schema: Schema, value: unknown): string {
  const { code, path } = issue;
  if (path.reduce((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value) === undefined)
    return MISSING;
  if (code === 'invalid_value') return `Use one of: ${issue.values.join(', ')}.`;
  const isNumber = code === 'invalid_type' ? ['number', 'int'].includes(issue.expected) : isSize(issue);
  return isNumber ? allowedNumbers(path.reduce(inner, schema)) : UNUSABLE;
}

const isSize = (issue: Issue): boolean =>
  (issue.code === 'too_big' || issue.code === 'too_small') && ['number', 'int'].includes(issue.origin);

/** The schema of a property or an entry. Undefined in a union, whose members differ. */
function inner(schema: Schema | undefined, key: PropertyKey): Schema | undefined {
  const { shape, element } = (bare(schema)?._zod.def ?? {}) as {
    shape?: Record<PropertyKey, Schema>;
    element?: Schema;
  };
  return bare(shape?.[key] ?? element);
}

/** Without its default, optional and nullable. */
function bare(schema: Schema | undefined): Schema | undefined {
  const { innerType } = (schema?._zod.def ?? {}) as { innerType?: Schema };
  return innerType ? bare(innerType) : schema;
}

interface Limit {
  readonly check: string;
  readonly value?: number;
}

function allowedNumbers(schema: Schema | undefined): string {
  const { checks = [] } = (schema?._zod.def ?? {}) as { checks?: readonly { readonly _zod: { def: Limit } }[] };
  const limitOf = (name: string) => checks.find(({ _zod }) => _zod.def.check === name)?._zod.def;
  const from = limitOf('greater_than')?.value;
  const to = limitOf('less_than')?.value;
  const number = limitOf('number_format') ? 'a whole number' : 'a number';
  if (from === undefined) return to === undefined ? `Use ${number}.` : `Use ${number} of at most ${to}.`;
  return to === undefined ? `Use ${number} of at least ${from}.` : `Use ${number} from ${from} to ${to}.`;
}
