import {
  CUSTOM_POSTBACK_MACROS,
  eachParameter,
  fillMacros,
  macrosIn,
  type CustomPostbackMacro,
} from '../postbacks/index.ts';

/** The macro values of one conversion. */
export type MacroValues = Readonly<Record<CustomPostbackMacro, string>>;

const KNOWN: ReadonlySet<string> = new Set(CUSTOM_POSTBACK_MACROS);

/** The Test button's default values. */
export const SAMPLE_MACROS: MacroValues = {
  click_id: 'TEST0CLICK0000000000000000',
  offer_id: 'test_offer',
  event_name: 'install',
  company_id: 'test_company',
  timestamp: '1767225600',
  user_ip: '203.0.113.10',
  payout: '10.5',
  currency: 'INR',
  ...eachParameter((name) => `test_${name}`),
};

/** Returns each name in braces that is not a macro. They are sent unchanged. */
export const findUnknownMacros = (template: string): string[] => [
  ...new Set(macrosIn(template).filter((name) => !KNOWN.has(name))),
];

/** Replaces the macros by URL-encoded values. Unknown names stay. */
export const fillUrl = (template: string, values: MacroValues): string => fill(template, values, encodeForUrl);

/** Replaces the macros by values escaped for a JSON string. Unknown names stay. */
export const fillJson = (template: string, values: MacroValues): string =>
  fill(template, values, (value) => JSON.stringify(value.toWellFormed()).slice(1, -1));

const fill = (template: string, values: MacroValues, encode: (value: string) => string): string =>
  fillMacros(template, (name) => (KNOWN.has(name) ? encode(values[name as CustomPostbackMacro]) : undefined));

/** A value of only dots would change the path, even if encoded. It is left out. */
const encodeForUrl = (value: string): string => (/^\.+$/.test(value) ? '' : encodeURIComponent(value.toWellFormed()));

/**
 * Returns the target of a template, `https://host:port`. Null if the URL is not http or https, contains credentials, or
 * has a macro in its host.
 */
export function targetOf(template: string): string | null {
  const [, authority = ''] = /^https?:\/\/([^/?#\\]*)/i.exec(template) ?? [];
  if (authority === '' || /[{}@\s]|%7[bd]/i.test(authority)) return null;
  const url = URL.parse(fillUrl(template, SAMPLE_MACROS));
  return url === null || url.hostname === '' || url.username !== '' || url.password !== '' ? null : url.origin;
}
