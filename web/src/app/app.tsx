import { useEffect } from 'react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '#lib/query-client.ts';
import { DialogHost } from '#ui/dialogs/index.ts';
import { ToastRegion } from '#ui/toasts/index.ts';
import type { AppRouter } from './router.tsx';
import { useEndOfSession } from './session/use-end-of-session.ts';
import { hideBootLoader } from './startup.ts';
import { cssVariables } from './theme/css-variables.ts';
import { theme } from './theme/theme.ts';

// public/boot.js reads the same key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'muneem.color-scheme' });

export function App({ router }: { readonly router: AppRouter }) {
  useEffect(hideBootLoader, []);
  useEndOfSession();
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariables}
      // Mantine's style sheet of the defaults is not loaded.
      deduplicateCssVariables={false}
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
