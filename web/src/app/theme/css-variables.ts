import { palette, PRIMARY_SHADE } from './palette.ts';

type Variables = Record<string, string>;

/** Mixes two `#rrggbb` colours. `share` is the part of the first. */
function mix(first: string, second: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => Math.round(channel(first, at) * share + channel(second, at) * (1 - share)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const { gray, dark, red, green, ink } = palette;

/** Light: dark ink on white, thin lines instead of shadows. */
const light: Variables = {
  '--app-page': '#fbfbfd',
  '--app-surface': '#ffffff',
  '--app-sunken': gray[1],
  '--app-hover': gray[0],
  '--app-selected': ink[0],
  '--app-line': gray[2],
  '--app-line-strong': gray[3],
  '--app-focus': ink[5],
  '--app-shadow': '0 1px 2px rgb(28 34 43 / 5%)',
  '--app-overlay-shadow': '0 12px 32px rgb(28 34 43 / 14%), 0 2px 6px rgb(28 34 43 / 8%)',
  '--mantine-color-body': '#ffffff',
  '--mantine-color-text': gray[9],
  '--mantine-color-bright': '#0e1319',
  '--mantine-color-dimmed': '#59626f',
  '--mantine-color-placeholder': '#69727f',
  '--mantine-color-error': red[7],
  '--mantine-color-success': green[7],
  '--mantine-color-anchor': ink[7],
  '--mantine-color-default': '#ffffff',
  '--mantine-color-default-hover': gray[0],
  '--mantine-color-default-color': gray[9],
  '--mantine-color-default-border': gray[3],
  '--mantine-color-disabled': gray[1],
  '--mantine-color-disabled-color': '#69727f',
  '--mantine-color-disabled-border': gray[2],
};

/** Dark: blue-black. Surfaces are lighter than the page. */
const darkScheme: Variables = {
  '--app-page': dark[8],
  '--app-surface': dark[7],
  '--app-sunken': '#1b1f25',
  '--app-hover': '#1b1f25',
  '--app-selected': '#20223c',
  '--app-line': '#262b33',
  '--app-line-strong': '#383f49',
  '--app-focus': ink[4],
  '--app-shadow': 'none',
  '--app-overlay-shadow': '0 16px 40px rgb(0 0 0 / 55%)',
  '--mantine-color-body': dark[7],
  '--mantine-color-text': dark[0],
  '--mantine-color-bright': '#ffffff',
  '--mantine-color-dimmed': dark[2],
  '--mantine-color-placeholder': '#8b94a1',
  '--mantine-color-error': red[3],
  '--mantine-color-success': green[3],
  '--mantine-color-anchor': ink[3],
  '--mantine-color-default': dark[6],
  '--mantine-color-default-hover': dark[5],
  '--mantine-color-default-color': dark[0],
  '--mantine-color-default-border': '#383f49',
  '--mantine-color-disabled': dark[6],
  '--mantine-color-disabled-color': '#8b94a1',
  '--mantine-color-disabled-border': dark[5],
};

/** Returns the variables of badges, alerts, light and outline buttons for each colour. */
function colorVariables(scheme: 'light' | 'dark'): Variables {
  const variables: Variables = {};
  for (const [name, shades] of Object.entries(palette)) {
    const set = (role: string, value: string) => (variables[`--mantine-color-${name}-${role}`] = value);
    if (scheme === 'light') {
      set('text', shades[7]);
      set('filled', shades[PRIMARY_SHADE.light]);
      set('filled-hover', shades[8]);
      set('light', shades[1]);
      set('light-hover', shades[2]);
      set('light-color', shades[8]);
      set('outline', shades[7]);
      set('outline-hover', shades[0]);
    } else {
      const tint = name === 'dark' || name === 'gray' ? gray[6] : shades[6];
      const text = name === 'dark' || name === 'gray' ? dark[1] : shades[3];
      set('text', text);
      set('filled', name === 'gray' || name === 'dark' ? gray[7] : shades[PRIMARY_SHADE.dark]);
      set('filled-hover', name === 'gray' || name === 'dark' ? gray[6] : shades[7]);
      set('light', mix(tint, dark[7], 0.22));
      set('light-hover', mix(tint, dark[7], 0.32));
      set('light-color', name === 'dark' || name === 'gray' ? dark[0] : shades[2]);
      set('outline', text);
      set('outline-hover', mix(tint, dark[7], 0.12));
    }
  }
  return variables;
}

/** Every colour of a scheme by its CSS variable. All are opaque `#rrggbb` except shadows. */
export const lightVariables: Variables = { ...light, ...colorVariables('light') };
export const darkVariables: Variables = { ...darkScheme, ...colorVariables('dark') };

/** Adds them to Mantine's own variables. */
export const cssVariables = () => ({ variables: {}, light: lightVariables, dark: darkVariables });
