/** Macros of a custom postback's URL (document 001 §9). */
export const CUSTOM_POSTBACK_MACROS = [
  'click_id',
  'offer_id',
  'event_name',
  'company_id',
  'timestamp',
  'user_ip',
  'payout',
  'currency',
  'p1',
  'p2',
  'p3',
  'p4',
  'p5',
  'p6',
] as const;
export type CustomPostbackMacro = (typeof CUSTOM_POSTBACK_MACROS)[number];
