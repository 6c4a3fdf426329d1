import { QueryOutline } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { DocsLink } from '@ledgergraph/ui/layout/docs-link.tsx';
import { SchemeSwitch } from '@ledgergraph/ui/layout/scheme-switch.tsx';
import { Logo } from '@ledgergraph/ui/theme/logo.tsx';
import { Box, Center, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import classes from './auth-layout.module.css';

export function AuthLayout() {
  return (
    <Box className={classes.ground}>
      <Box component="header" className={classes.corner}>
        <SchemeSwitch />
      </Box>
      <Center component="main" mih="100dvh" px="md" py={64}>
        <Stack w="100%" maw={420} gap="xl">
          <Center>
            <Logo />
          </Center>
          <Suspense fallback={<QueryOutline rows={4} />}>
            <Outlet />
          </Suspense>
          <Text size="sm" ta="center" c="dimmed">
            <DocsLink>Documentation</DocsLink>
          </Text>
        </Stack>
      </Center>
    </Box>
  );
}
