import { join } from 'node:path';
import type { Plugin } from 'vite';
import { themeCss } from '../src/app/theme/theme-css.ts';

const THEME_CSS = join(import.meta.dirname, '../src/app/styles/theme.css');

/** Writes the variables of the theme into `theme.css`. */
export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  load: (id) => (id === THEME_CSS ? themeCss() : undefined),
});
