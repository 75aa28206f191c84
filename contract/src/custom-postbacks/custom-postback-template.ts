import { CUSTOM_POSTBACK_MACROS, type CustomPostbackMacro } from '../postbacks/index.ts';

/** The values that stand for the macros of one conversion. */
export type MacroValues = Readonly<Record<CustomPostbackMacro, string>>;

const MACRO = /\{([A-Za-z0-9_]{1,64})\}/g;
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
  p1: 'test_p1',
  p2: 'test_p2',
  p3: 'test_p3',
  p4: 'test_p4',
  p5: 'test_p5',
  p6: 'test_p6',
};

/** Names in braces that are no macro of ours, each once; they are sent as they stand. */
export const findUnknownMacros = (template: string): string[] => [
  ...new Set([...template.matchAll(MACRO)].map(([, name = '']) => name).filter((name) => !KNOWN.has(name))),
];

/** Puts URL-encoded values in the place of the macros; unknown names stay as they are. */
export const fillUrl = (template: string, values: MacroValues): string => fill(template, values, encodeForUrl);

/** Puts values, escaped as the inside of a JSON string, in the place of the macros; unknown names stay as they are. */
export const fillJson = (template: string, values: MacroValues): string =>
  fill(template, values, (value) => JSON.stringify(value.toWellFormed()).slice(1, -1));

const fill = (template: string, values: MacroValues, encode: (value: string) => string): string =>
  template.replaceAll(MACRO, (whole, name: string) =>
    KNOWN.has(name) ? encode(values[name as CustomPostbackMacro]) : whole,
  );

/** A value of dots alone would climb in a path, encoded or not, so it is left out. */
const encodeForUrl = (value: string): string => (/^\.+$/.test(value) ? '' : encodeURIComponent(value.toWellFormed()));

/**
 * The place that a template's calls go to, `https://host:port`; null when it is no web address, carries a name or a
 * password, or lets a macro decide about the host.
 */
export function targetOf(template: string): string | null {
  const [, authority = ''] = /^https?:\/\/([^/?#\\]*)/i.exec(template) ?? [];
  if (authority === '' || /[{}@\s]/.test(authority)) return null;
  const url = URL.parse(fillUrl(template, SAMPLE_MACROS));
  return url === null || url.hostname === '' || url.username !== '' || url.password !== '' ? null : url.origin;
}
