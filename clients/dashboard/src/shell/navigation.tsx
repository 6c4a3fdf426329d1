import type { Me } from '@ledgergraph/dashboard-api/contract';
import { Divider, NavLink, Stack } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconChartBar,
  IconHistory,
  IconKey,
  IconRocket,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';

const TEAM_PAGES = [
  { page: 'keys', label: 'API keys', Icon: IconKey },
  { page: 'quick-start', label: 'Quick start', Icon: IconRocket },
  { page: 'webhooks', label: 'Webhooks', Icon: IconWebhook },
  { page: 'usage', label: 'Usage', Icon: IconChartBar },
  { page: 'members', label: 'Team', Icon: IconUsersGroup },
  { page: 'audit', label: 'Audit log', Icon: IconHistory },
];

export interface NavigationProps {
  team: Me['teams'][number] | undefined;
  onNavigate: () => void;
}

/** Links to the team's pages, then the pages that are the same for all teams. */
export function Navigation({ team, onNavigate }: NavigationProps) {
  const { pathname } = useLocation();
  const item = (to: string, label: string, Icon: typeof IconKey) => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      label={label}
      active={pathname === to || pathname.startsWith(`${to}/`)}
      aria-current={pathname === to ? 'page' : undefined}
      leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
      onClick={onNavigate}
      styles={{ root: { borderRadius: 8 }, label: { fontWeight: 500 } }}
    />
  );
  return (
    <Stack component="nav" aria-label="Main" gap={2}>
      {team !== undefined &&
        TEAM_PAGES.filter(({ page }) => page !== 'audit' || team.role !== 'member').map(({ page, label, Icon }) =>
          item(`/teams/${team.slug}/${page}`, label, Icon),
        )}
      <Divider my="sm" color="var(--lg-border)" />
      {item('/networks', 'Sync status', IconActivityHeartbeat)}
    </Stack>
  );
}
