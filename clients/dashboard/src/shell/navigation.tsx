import type { Me } from '@ledgergraph/dashboard-api/contract';
import { docsPath } from '@ledgergraph/ui/layout/docs-link.tsx';
import { Divider, NavLink, Stack } from '@mantine/core';
import {
  ActivityIcon,
  BookOpenIcon,
  ChartBarIcon,
  DownloadIcon,
  ExternalLinkIcon,
  HistoryIcon,
  KeyIcon,
  RocketIcon,
  TelescopeIcon,
  UsersIcon,
  WebhookIcon,
} from 'lucide-react';
import { Link, useLocation } from 'react-router';

const TEAM_PAGES = [
  { page: 'keys', label: 'API keys', Icon: KeyIcon },
  { page: 'quick-start', label: 'Quick start', Icon: RocketIcon },
  { page: 'download', label: 'Download', Icon: DownloadIcon },
  { page: 'webhooks', label: 'Webhooks', Icon: WebhookIcon },
  { page: 'usage', label: 'Usage', Icon: ChartBarIcon },
  { page: 'members', label: 'Team', Icon: UsersIcon },
  { page: 'audit', label: 'Audit log', Icon: HistoryIcon },
];

export interface NavigationProps {
  team: Me['teams'][number] | undefined;
  onNavigate: () => void;
}

const OUTSIDE = [
  { href: docsPath(), label: 'Documentation', Icon: BookOpenIcon },
  { href: '/graphql', label: 'GraphQL explorer', Icon: TelescopeIcon },
];

const STYLES = { root: { borderRadius: 8 }, label: { fontWeight: 500 } };

export function Navigation({ team, onNavigate }: NavigationProps) {
  const { pathname } = useLocation();
  const item = (to: string, label: string, Icon: typeof KeyIcon) => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      label={label}
      active={pathname === to || pathname.startsWith(`${to}/`)}
      aria-current={pathname === to ? 'page' : undefined}
      leftSection={<Icon size={18} strokeWidth={1.7} aria-hidden />}
      onClick={onNavigate}
      styles={STYLES}
    />
  );
  return (
    <Stack component="nav" aria-label="Main" gap={2}>
      {team !== undefined &&
        TEAM_PAGES.filter(({ page }) => page !== 'audit' || team.role !== 'member').map(({ page, label, Icon }) =>
          item(`/teams/${team.slug}/${page}`, label, Icon),
        )}
      <Divider my="sm" color="var(--lg-border)" />
      {item('/networks', 'Sync status', ActivityIcon)}
      {OUTSIDE.map(({ href, label, Icon }) => (
        <NavLink
          key={href}
          href={href}
          target="_blank"
          rel="noopener"
          label={label}
          leftSection={<Icon size={18} strokeWidth={1.7} aria-hidden />}
          rightSection={<ExternalLinkIcon size={14} strokeWidth={1.7} aria-label="opens a new tab" />}
          onClick={onNavigate}
          styles={STYLES}
        />
      ))}
    </Stack>
  );
}
