/** Values by macro name. An empty value removes the macro. */
export type MacroValues = Readonly<Record<string, string>>;

const MACRO = /\{([A-Za-z0-9_-]{1,64})\}|%7B([A-Za-z0-9_-]{1,64})%7D/gi;

/** Fills `{name}` with the URL-encoded value. Unknown names stay unchanged. */
export function fillTrackingUrl(template: string, values: MacroValues): string {
  return template.replace(MACRO, (whole, plain: string | undefined, encoded: string | undefined) => {
    const name = plain ?? encoded ?? '';
    return Object.hasOwn(values, name) ? encodeURIComponent((values[name] ?? '').toWellFormed()) : whole;
  });
}
