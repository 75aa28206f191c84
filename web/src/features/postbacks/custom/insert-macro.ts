/** Replaces a selection by a macro in braces. Returns the text and the new cursor position. */
export function insertMacro(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  macro: string,
): { readonly text: string; readonly cursor: number } {
  const from = Math.max(0, Math.min(start, end, text.length));
  const to = Math.min(text.length, Math.max(start, end));
  // Completes a started `{` or `{cli` instead of adding a second brace.
  const begun = from === to ? (/\{[a-z0-9_]*$/i.exec(text.slice(0, from))?.[0].length ?? 0) : 0;
  const before = text.slice(0, from - begun);
  const after = text.slice(to);
  const inserted = `{${macro}}`;
  return {
    text: before + inserted + (begun > 0 && after.startsWith('}') ? after.slice(1) : after),
    cursor: before.length + inserted.length,
  };
}
