import { stripTypeScriptTypes } from 'node:module';

export interface Mutation {
  readonly line: number;
  readonly what: string;
  /** The whole file, changed in this one place. */
  readonly source: string;
}

/** Pairs of what is found outside of texts, and what takes its place. */
const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/===/g, '!=='],
  [/!==/g, '==='],
  [/ >= /g, ' < '],
  [/ <= /g, ' > '],
  [/ < /g, ' >= '],
  [/ > /g, ' <= '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \?\? /g, ' && '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/ \+= /g, ' -= '],
  [/ \* /g, ' / '],
  [/\bevery\b/g, 'some'],
  [/(?<=[([ ])!(?=[A-Za-z(])/g, ''],
];
const NUMBER = /\b\d[\d_]*\b/g;
const TEXT = /'[^'\n]+'/g;

/** Lines that say nothing at run time. */
const SILENT = /^\s*(import |export type|type |interface |export interface|readonly |\*|\/\*|\/\/|\| )/;

/** Every single change: operators turned, numbers raised by one, texts emptied. */
export function mutationsOf(source: string): Mutation[] {
  const lines = source.split('\n');
  const types = typeLines(lines);
  return lines.flatMap((text, index) => {
    if (SILENT.test(text) || types.has(index)) return [];
    const code = text.replace(/\s\/\/ .*$/, '');
    return changesOf(code).flatMap(({ at, length, by }) => {
      const changed = `${text.slice(0, at)}${by}${text.slice(at + length)}`;
      // A mutation that does not parse proves nothing.
      if (!parses(lines.with(index, changed).join('\n'))) return [];
      return {
        line: index + 1,
        what: `${code.slice(at, at + length).trim()} → ${by.trim() || 'nothing'}, in ${code.trim().slice(0, 100)}`,
        source: lines.with(index, changed).join('\n'),
      };
    });
  });
}

function parses(source: string): boolean {
  try {
    stripTypeScriptTypes(source);
    return true;
  } catch {
    return false;
  }
}

function changesOf(code: string): { at: number; length: number; by: string }[] {
  const quiet = spans(code, /'[^'\n]*'|`[^`\n]*`|\/(?:\\.|\[[^\]]*\]|[^/\n\\ ])+\/[a-z]*/g);
  const outside = (at: number): boolean => !quiet.some(([from, to]) => at >= from && at < to);
  const found: { at: number; length: number; by: string }[] = [];
  for (const [pattern, by] of OPERATORS)
    for (const { index, 0: match } of code.matchAll(pattern))
      if (outside(index)) found.push({ at: index, length: match.length, by });
  for (const { index, 0: match } of code.matchAll(NUMBER))
    if (outside(index))
      found.push({ at: index, length: match.length, by: String(Number(match.replaceAll('_', '')) + 1) });
  for (const { index, 0: match } of code.matchAll(TEXT)) found.push({ at: index, length: match.length, by: "''" });
  return found;
}

const spans = (code: string, pattern: RegExp): (readonly [number, number])[] =>
  [...code.matchAll(pattern)].map(({ index, 0: match }) => [index, index + match.length] as const);

/** The bodies of types and interfaces. */
function typeLines(lines: readonly string[]): Set<number> {
  const inside = new Set<number>();
  let open = false;
  for (const [index, line] of lines.entries()) {
    if (/^(export )?(interface|type) /.test(line)) open = true;
    if (open) inside.add(index);
    if (open && /^\}|;$/.test(line) && !line.startsWith(' ')) open = false;
    if (open && /^\s+\};$/.test(line)) open = false;
  }
  return inside;
}
