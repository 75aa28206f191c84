/** The parameters of a tracking link that each click stores. */
export const CUSTOM_PARAMETERS = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'] as const;
export type CustomParameter = (typeof CUSTOM_PARAMETERS)[number];

/** Returns one value for each of `p1` to `p6`, by name. */
export const eachParameter = <Value>(valueOf: (name: CustomParameter) => Value) =>
  Object.fromEntries(CUSTOM_PARAMETERS.map((name) => [name, valueOf(name)])) as Record<CustomParameter, Value>;

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
  ...CUSTOM_PARAMETERS,
] as const;
export type CustomPostbackMacro = (typeof CUSTOM_POSTBACK_MACROS)[number];

const NAME = '[A-Za-z0-9_-]{1,64}';
const SPELLINGS = ['{{name}}', '{name}', '%7B%7Bname%7D%7D', '%7Bname%7D'];
const MACRO = new RegExp(SPELLINGS.map((spelling) => spelling.replace('name', NAME)).join('|'), 'gi');

const nameOf = (macro: string): string => macro.replace(/^(?:\{|%7B)+/i, '').replace(/(?:\}|%7D)+$/i, '');

/** Lists the names of a template’s macros. `{name}`, `{{name}}` and their URL-encoded forms are the same macro. */
export const macrosIn = (template: string): string[] => template.match(MACRO)?.map(nameOf) ?? [];

/** Replaces each macro by its value. A name without a value stays as it is. */
export const fillMacros = (template: string, valueOf: (name: string) => string | undefined): string =>
  template.replace(MACRO, (macro) => valueOf(nameOf(macro)) ?? macro);

/** Returns why a URL with macros would be called in another form than the admin meant. Undefined if it would not. */
export function urlProblem(url: string): string | undefined {
  if (/&amp;/i.test(url)) return 'Write & instead of &amp;';
  return /\$\{/.test(url) ? 'Write macros in braces without a dollar sign, such as {click_id}' : undefined;
}
