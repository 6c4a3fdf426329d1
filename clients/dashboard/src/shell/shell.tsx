import { QueryOutline } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { SchemeSwitch } from '@ledgergraph/ui/layout/scheme-switch.tsx';
import { Logo } from '@ledgergraph/ui/theme/logo.tsx';
import { ActionIcon, AppShell, Box, Container, Drawer, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { MenuIcon } from 'lucide-react';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { TeamSwitcher } from '#/teams/team-switcher.tsx';
import { useCurrentTeam } from '#/teams/use-team.ts';
import { Navigation } from './navigation.tsx';
import { UserMenu } from './user-menu.tsx';

const NAVIGATION_WIDTH = 264;

export function Shell() {
  const [isOpen, menu] = useDisclosure(false);
  const team = useCurrentTeam();
  const side = (
    <Stack gap="md" h="100%">
      <TeamSwitcher current={team} onNavigate={menu.close} />
      <Box style={{ flex: 1, overflowY: 'auto' }}>
        <Navigation team={team} onNavigate={menu.close} />
      </Box>
      <Group gap={4} wrap="nowrap" pt="sm" style={{ borderTop: '1px solid var(--lg-border)' }}>
        <UserMenu onNavigate={menu.close} />
        <SchemeSwitch />
      </Group>
    </Stack>
  );
  return (
    <AppShell
      padding={0}
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: { base: 0, sm: NAVIGATION_WIDTH }, breakpoint: 0 }}
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header component="section" aria-label="Top bar" hiddenFrom="sm" px="md" bg="var(--lg-surface)">
        <Group h="100%" justify="space-between">
          <Logo />
          <ActionIcon size="xl" aria-label="Open the menu" aria-expanded={isOpen} onClick={menu.open}>
            <MenuIcon aria-hidden />
          </ActionIcon>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar component="aside" aria-label="Sidebar" visibleFrom="sm" p="md" bg="var(--lg-surface)">
        <Box pb="md" pl={4}>
          <Logo />
        </Box>
        <Box style={{ flex: 1, minHeight: 0 }}>{side}</Box>
      </AppShell.Navbar>
      <Drawer
        opened={isOpen}
        onClose={menu.close}
        title={<Logo />}
        size={300}
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
        styles={{ content: { display: 'flex', flexDirection: 'column' }, body: { flex: 1, minHeight: 0 } }}
      >
        {side}
      </Drawer>
      <AppShell.Main id="content" tabIndex={-1}>
        <Container size={1080} py={{ base: 'lg', sm: 36 }} px={{ base: 'md', sm: 'xl' }}>
          <Suspense fallback={<QueryOutline rows={5} />}>
            <Outlet />
          </Suspense>
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}
