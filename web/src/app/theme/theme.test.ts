import { describe, expect, it } from 'vitest';
import { darkVariables, lightVariables } from './css-variables.ts';
import { palette } from './palette.ts';

const AA_TEXT = 4.5;
const AA_SHAPE = 3;

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(first: string, second: string): number {
  const [dim = 0, bright = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

/** Returns the names of the pairs whose contrast is below `least`. */
const tooWeak = (pairs: (readonly [string, string])[], variables: Record<string, string>, least: number): string[] =>
  pairs.flatMap(([front, back]) => {
    const ratio = contrast(variables[front] ?? front, variables[back] ?? back);
    return ratio >= least ? [] : [`${front} on ${back}: ${ratio.toFixed(2)}`];
  });

const BACKGROUNDS = [
  '--app-page',
  '--app-surface',
  '--app-sunken',
  '--app-hover',
  '--app-selected',
  '--mantine-color-body',
  '--mantine-color-default',
];
const TEXTS = ['text', 'dimmed', 'error', 'success', 'anchor'].map((name) => `--mantine-color-${name}`);

/** The roles of each colour of the palette. */
const ofEach = (...roles: string[]) =>
  Object.keys(palette).flatMap((color) => roles.map((role) => `--mantine-color-${color}-${role}`));
const pairs = (fronts: string[], backs: string[]) =>
  fronts.flatMap((front) => backs.map((back) => [front, back] as const));

describe.each([
  ['light', lightVariables],
  ['dark', darkVariables],
] as const)('contrast in the %s scheme', (_, variables) => {
  it.each([
    ['text on every background', pairs(TEXTS, BACKGROUNDS), AA_TEXT],
    [
      'a placeholder',
      pairs(['--mantine-color-placeholder'], ['--mantine-color-default', '--mantine-color-body']),
      AA_TEXT,
    ],
    [
      'each badge, alert and light button, hovered or not',
      ofEach('light', 'light-hover').map((back) => [back.replace(/light(-hover)?$/, 'light-color'), back] as const),
      AA_TEXT,
    ],
    ['white text on filled buttons, hovered or not', pairs(['#ffffff'], ofEach('filled', 'filled-hover')), AA_TEXT],
    [
      'coloured and outlined text on every background',
      pairs(ofEach('text', 'outline'), ['--app-page', '--app-surface', '--app-hover']),
      AA_TEXT,
    ],
    ['the focus ring on every background', pairs(['--app-focus'], BACKGROUNDS), AA_SHAPE],
  ])('is enough for %s', (_name, colors, least) => {
    expect(tooWeak(colors, variables, least)).toEqual([]);
  });
});
