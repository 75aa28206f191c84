import * as z from '#schema';

/** The schema of a success: `success: true` and these fields. */
export const success = <Shape extends z.core.$ZodLooseShape>(fields: Shape) =>
  z.object({ success: z.literal(true), ...fields });

export const messageAnswer = success({ message: z.string() });
