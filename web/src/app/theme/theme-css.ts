import {
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { darkVariables, lightVariables } from './css-variables.ts';
import { theme } from './theme.ts';

/**
 * All CSS variables of the theme in both schemes. Made by the build (vite.config.ts): a browser would spend a twentieth of
 * a slow start on making them again.
 */
export const themeCss = (): string =>
  convertCssVariables(
    deepMerge(defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)), {
      variables: {},
      light: { ...lightVariables, '--mantine-color-scheme': 'light' },
      dark: { ...darkVariables, '--mantine-color-scheme': 'dark' },
    }),
  );
