import type { MantineColorsTuple } from '@mantine/core';

/** Ten shades, from the lightest to the darkest. */
const ramp = (shades: string): MantineColorsTuple => shades.split(' ') as unknown as MantineColorsTuple;

/**
 * The whole palette: one accent (ink), greys, and one ramp per meaning. Mantine's other colour names map to these
 * ramps, so every contrast is tested (theme.test.ts).
 */
const ink = ramp('#f0f1ff #e2e4ff #c6caff #a6adfa #8a90f4 #7275ea #5d5fe0 #4b49c6 #3e3ca3 #312f80');
const green = ramp('#ebf8f0 #d6f0e0 #aee0c2 #7fcb9e #54b57e #349d63 #1f8050 #1a6d43 #165937 #11462b');
const red = ramp('#fff1f0 #ffe2e0 #fbc1bd #f59d97 #ed7a73 #e0554d #c93630 #ac2a25 #8c2420 #6c1d1a');
const amber = ramp('#fff8e6 #ffefc7 #fbdf92 #f3c95a #e3b032 #c4920f #8f6608 #7d5a0b #644910 #4f3a10');
const blue = ramp('#edf5ff #d9eaff #b2d4fc #83b9f7 #5a9ef0 #3983e2 #2169c4 #1c58a3 #1a4985 #163a69');
const gray = ramp('#f7f8fa #f0f2f5 #e4e7ec #d5dae1 #b3bbc6 #8b95a3 #69727f #4d5663 #353d49 #1c222b');
const dark = ramp('#e3e6eb #c1c7d0 #a0a8b4 #868f9c #414853 #2d333c #22272e #16191e #101317 #0b0d10');

export const palette = {
  ink,
  green,
  red,
  yellow: amber,
  blue,
  gray,
  dark,
  indigo: ink,
  violet: ink,
  grape: ink,
  teal: green,
  lime: green,
  cyan: blue,
  orange: amber,
  pink: red,
} as const;

export const PRIMARY_SHADE = { light: 7, dark: 6 } as const;
