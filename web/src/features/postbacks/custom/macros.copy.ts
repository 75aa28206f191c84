import type { CustomPostbackMacro } from '@muneem/contract/postbacks';

/** What each macro becomes when the postback is sent. */
export const MACRO_MEANINGS: Readonly<Record<CustomPostbackMacro, string>> = {
  click_id: 'Our id of the click',
  offer_id: 'The id of this offer',
  event_name: 'The event, as the offer names it',
  company_id: 'The company id of the postback',
  timestamp: 'When the conversion was counted, in seconds since 1970',
  user_ip: 'The address that the click came from',
  payout: "The user's payout in rupees, like 12.5",
  currency: 'INR',
  p1: 'Parameter p1 of the tracking link',
  p2: 'Parameter p2 of the tracking link',
  p3: 'Parameter p3 of the tracking link',
  p4: 'Parameter p4 of the tracking link',
  p5: 'Parameter p5 of the tracking link',
  p6: 'Parameter p6 of the tracking link',
};

export const copy = {
  title: 'Macros',
  help: 'Write a macro in braces where its value belongs, like {click_id}. Values are URL-encoded when the postback is sent; a macro without a value becomes empty. Unknown macros stay as they are and are reported when the postback is saved.',
  toolbar: 'Insert a macro',
  insert: (macro: string, meaning: string) => `Insert {${macro}}: ${meaning}`,
  inserted: (macro: string) => `{${macro}} inserted`,
} as const;
