import { describe, expect, it } from 'vitest';
import { darkVariables, lightVariables } from './css-variables.ts';
import { palette } from './palette.ts';
import { themeCss } from './theme-css.ts';

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

const backgrounds = [
  '--app-page',
  '--app-surface',
  '--app-sunken',
  '--app-hover',
  '--app-selected',
  '--mantine-color-body',
  '--mantine-color-default',
];
const texts = [
  '--mantine-color-text',
  '--mantine-color-dimmed',
  '--mantine-color-error',
  '--mantine-color-success',
  '--mantine-color-anchor',
];
const colors = Object.keys(palette);

describe.each([
  ['light', lightVariables],
  ['dark', darkVariables],
] as const)('contrast in the %s scheme', (_, variables) => {
  it('text has enough contrast on every background', () => {
    expect(
      tooWeak(
        texts.flatMap((text) => backgrounds.map((back) => [text, back] as const)),
        variables,
        AA_TEXT,
      ),
    ).toEqual([]);
  });

  it('a placeholder has enough contrast', () => {
    expect(
      tooWeak(
        [
          ['--mantine-color-placeholder', '--mantine-color-default'],
          ['--mantine-color-placeholder', '--mantine-color-body'],
        ],
        variables,
        AA_TEXT,
      ),
    ).toEqual([]);
  });

  it('badges, alerts and light buttons have enough contrast in every colour, hovered or not', () => {
    const pairs = colors.flatMap((color) =>
      ['light', 'light-hover'].map(
        (back) => [`--mantine-color-${color}-light-color`, `--mantine-color-${color}-${back}`] as const,
      ),
    );
    expect(tooWeak(pairs, variables, AA_TEXT)).toEqual([]);
  });

  it('white text has enough contrast on filled buttons, hovered or not', () => {
    const pairs = colors.flatMap((color) =>
      ['filled', 'filled-hover'].map((back) => ['#ffffff', `--mantine-color-${color}-${back}`] as const),
    );
    expect(tooWeak(pairs, variables, AA_TEXT)).toEqual([]);
  });

  it('coloured and outlined text has enough contrast on every background', () => {
    const pairs = colors.flatMap((color) =>
      ['text', 'outline'].flatMap((role) =>
        ['--app-page', '--app-surface', '--app-hover'].map(
          (back) => [`--mantine-color-${color}-${role}`, back] as const,
        ),
      ),
    );
    expect(tooWeak(pairs, variables, AA_TEXT)).toEqual([]);
  });

  it('the focus ring has enough contrast on every background', () => {
    expect(
      tooWeak(
        backgrounds.map((back) => ['--app-focus', back] as const),
        variables,
        AA_SHAPE,
      ),
    ).toEqual([]);
  });
});

it('writes every variable of both schemes to the style sheet', () => {
  const css = themeCss();
  const [light, dark] = (['light', 'dark'] as const).map(
    (scheme) => css.split(`:root[data-mantine-color-scheme="${scheme}"]`)[1]?.split('}')[0] ?? '',
  );
  const missing = (block: string, variables: Record<string, string>): string[] =>
    Object.entries(variables).flatMap(([name, value]) => (block.includes(`${name}: ${value};`) ? [] : [name]));
  expect(missing(light ?? '', lightVariables)).toEqual([]);
  expect(missing(dark ?? '', darkVariables)).toEqual([]);
  expect(css).toContain('--mantine-primary-color-filled: var(--mantine-color-ink-filled);');
});
