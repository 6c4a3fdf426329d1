import { cssVariables, theme } from '@ledgergraph/ui/theme/theme.ts';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '#/api/query-client.ts';
import { HeldKeyProvider } from '#/session/held-key.tsx';
import { createRouter } from './routes.tsx';

export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createRouter);
  // The same key as in public/color-scheme.js.
  const [schemeManager] = useState(() => localStorageColorSchemeManager({ key: 'ledgergraph-color-scheme' }));
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={schemeManager}
        defaultColorScheme="auto"
      >
        <Notifications position="bottom-right" />
        <HeldKeyProvider>
          <RouterProvider router={router} />
        </HeldKeyProvider>
      </MantineProvider>
    </QueryClientProvider>
  );
}
