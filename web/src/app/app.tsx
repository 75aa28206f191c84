import { useEffect, useState } from 'react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '#lib/query-client.ts';
import { DialogHost } from '#ui/dialogs/index.ts';
import { ToastRegion } from '#ui/toasts/index.ts';
import { createAppRouter } from './router.tsx';
import { useEndOfSession } from './session/use-end-of-session.ts';
import { hideBootLoader } from './startup.ts';
import { cssVariablesResolver, theme } from './theme/theme.ts';

// The same key is read by public/boot.js before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'muneem.color-scheme' });

export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createAppRouter(queryClient));
  useEffect(hideBootLoader, []);
  useEndOfSession(queryClient);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      // All variables come from the theme: Mantine's own file of defaults is 4 kB that would mostly be overwritten.
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastRegion />
        <DialogHost />
      </QueryClientProvider>
    </MantineProvider>
  );
}
