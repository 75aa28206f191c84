import { eachParameter, type CustomPostbackMacro } from '@muneem/contract/postbacks';

/** The value of each macro in a sent postback. */
export const MACRO_MEANINGS: Readonly<Record<CustomPostbackMacro, string>> = {
  click_id: 'The click id',
  offer_id: 'The id of this offer',
  event_name: 'The event, as the offer names it',
  company_id: 'The company id of the postback',
  timestamp: 'The time of the conversion, in seconds since 1970',
  user_ip: 'The IP address of the click',
  payout: "The user's payout in rupees, like 12.5",
  currency: 'INR',
  ...eachParameter((name) => `Parameter ${name} of the tracking link`),
};

export const copy = {
  title: 'Macros',
  help: 'Write a macro in braces, like {click_id}. When the postback is sent, the macro is replaced by its URL-encoded value. A macro without a value becomes empty. Unknown macros are sent unchanged, and saving the postback lists them.',
  toolbar: 'Insert a macro',
  insert: (macro: string, meaning: string) => `Insert {${macro}}: ${meaning}`,
  inserted: (macro: string) => `{${macro}} inserted`,
} as const;
