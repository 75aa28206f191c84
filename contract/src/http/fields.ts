import * as z from '#schema';

/** A text without spaces around it. */
export const trimmed = (...checks: Parameters<z.ZodMiniString['check']>) => z.string().check(z.trim(), ...checks);

export const recordId = () => z.string().check(z.minLength(1), z.maxLength(64));

/** The path of a route about one record. */
export const byId = z.object({ id: recordId() });

export const optionalText = (max: number) =>
  z.optional(z.nullable(trimmed(z.maxLength(max, `Use at most ${max} characters`))));
