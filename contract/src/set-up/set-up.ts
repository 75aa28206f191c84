import * as z from '#schema';

/** The steps of a new installation, in the order of the checklist. */
export const SET_UP_STEPS = [
  'payout_key',
  'mail',
  'public_address',
  'app_key',
  'first_offer',
  'first_postback',
  'backup',
  'second_admin',
] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

export const setUpState = z.object({
  steps: z.array(z.object({ step: z.enum(SET_UP_STEPS), isDone: z.boolean() })),
  /** The newest offer, for the links to its screens. */
  offerId: z.nullable(z.string()),
});
export type SetUpState = z.infer<typeof setUpState>;
