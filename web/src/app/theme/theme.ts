import { createTheme } from '@mantine/core';
import { renderButton } from './busy-button.ts';
import { palette, PRIMARY_SHADE } from './palette.ts';

const SYSTEM_FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', 'Helvetica Neue', Arial, sans-serif";
// A missing family costs a font lookup before the first paint. The list is short for that reason.
const SYSTEM_MONO = 'ui-monospace, Menlo, Consolas, monospace';

export const theme = createTheme({
  colors: palette,
  primaryColor: 'ink',
  primaryShade: PRIMARY_SHADE,
  autoContrast: true,
  black: palette.gray[9],
  fontFamily: SYSTEM_FONT,
  fontFamilyMonospace: SYSTEM_MONO,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  fontWeights: { regular: '400', medium: '500', bold: '650' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', renderRoot: renderButton } },
    Button: { defaultProps: { renderRoot: renderButton } },
    Paper: { defaultProps: { radius: 'md' } },
    Select: { defaultProps: { checkIconPosition: 'right' } },
    Loader: { defaultProps: { size: 'sm' } },
    Tabs: { defaultProps: { keepMounted: false } },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'none',
        radius: 'md',
        transitionProps: { duration: 100 },
      },
    },
    Popover: { defaultProps: { shadow: 'none', radius: 'md', transitionProps: { duration: 100 } } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        // Not centred: an error that makes the window higher would move every label.
        transitionProps: { duration: 120, transition: 'fade' },
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
  },
});
