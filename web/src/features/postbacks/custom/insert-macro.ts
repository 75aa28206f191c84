/** What lies between two places of a text (a selection) replaced by a macro in braces, and where the cursor stands after it. */
export function insertMacro(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  macro: string,
): { readonly text: string; readonly cursor: number } {
  const from = Math.max(0, Math.min(start, end, text.length));
  const to = Math.min(text.length, Math.max(start, end));
  // `{` or `{cli` that somebody began to type before they looked for the name is completed, not doubled.
  const begun = from === to ? (/\{[a-z0-9_]*$/i.exec(text.slice(0, from))?.[0].length ?? 0) : 0;
  const before = text.slice(0, from - begun);
  const after = text.slice(to);
  const inserted = `{${macro}}`;
  return {
    text: before + inserted + (begun > 0 && after.startsWith('}') ? after.slice(1) : after),
    cursor: before.length + inserted.length,
  };
}
