import { useEffect } from 'react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { DialogHost } from '#ui/dialogs/index.ts';
import { ToastRegion } from '#ui/toasts/index.ts';
import type { AppRouter } from './router.tsx';
import { useEndOfSession } from './session/use-end-of-session.ts';
import { hideBootLoader } from './startup.ts';
import { theme } from './theme/theme.ts';

// The same key is read by public/boot.js before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'muneem.color-scheme' });

export function App({ queryClient, router }: { readonly queryClient: QueryClient; readonly router: AppRouter }) {
  useEffect(hideBootLoader, []);
  useEndOfSession(queryClient);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      // They stand in a style sheet: theme-css.ts.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastRegion />
        <DialogHost />
      </QueryClientProvider>
    </MantineProvider>
  );
}
