import {
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { darkVariables, lightVariables } from './css-variables.ts';
import { theme } from './theme.ts';

/** Returns the CSS variables of both schemes. Generated at build time: in the browser it costs 5% of a slow start. */
export const themeCss = (): string =>
  convertCssVariables(
    deepMerge(defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)), {
      variables: {},
      light: { ...lightVariables, '--mantine-color-scheme': 'light' },
      dark: { ...darkVariables, '--mantine-color-scheme': 'dark' },
    }),
  );
