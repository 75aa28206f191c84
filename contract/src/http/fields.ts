import * as z from '#schema';

export const recordId = () => z.string().check(z.minLength(1), z.maxLength(64));

/** The path of a route about one record. */
export const byId = z.object({ id: recordId() });

export const optionalText = (max: number) =>
  z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`))));
