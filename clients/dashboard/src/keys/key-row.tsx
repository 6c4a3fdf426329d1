import type { Key } from '@ledgergraph/dashboard-api/contract';
import { StateBadge } from '@ledgergraph/ui/feedback/state-badge.tsx';
import { When } from '@ledgergraph/ui/feedback/when.tsx';
import { ActionIcon, Box, Code, Group, Menu, Text } from '@mantine/core';
import { BanIcon, EllipsisIcon, MailXIcon, PencilIcon, RefreshCwIcon, SendIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTeam } from '#/teams/team-context.tsx';
import { mayAdminister } from '#/teams/use-team.ts';
import classes from './key-row.module.css';
import { shownState } from './key-state.ts';

export type KeyAction = 'change' | 'rotate' | 'allow-sending' | 'forbid-sending' | 'revoke';

export function KeyRow({ apiKey, onAction }: { apiKey: Key; onAction: (action: KeyAction, key: Key) => void }) {
  const { word, tone } = shownState(apiKey, Date.now());
  const isWorking = word === 'Active' || word === 'Expiring';
  return (
    <Box component="li" className={classes.row} data-ended={!isWorking || undefined}>
      <Box className={classes.head}>
        <Text fw={600} className="breakable">
          {apiKey.name}
        </Text>
        <Group gap={8}>
          <Code className={classes.masked}>{apiKey.masked}</Code>
          <StateBadge tone={apiKey.environment === 'live' ? 'accent' : 'calm'}>
            {apiKey.environment === 'live' ? 'Live' : 'Test'}
          </StateBadge>
          <StateBadge tone={tone}>{word}</StateBadge>
          {apiKey.maySend && <StateBadge tone="accent">May send</StateBadge>}
          {apiKey.managesTeam && <StateBadge tone="accent">Manages</StateBadge>}
        </Group>
      </Box>
      <Box component="dl" className={classes.facts}>
        <Fact label="Last used">{apiKey.lastUsedAt === null ? 'Never' : <When instant={apiKey.lastUsedAt} />}</Fact>
        <Fact label="Created">
          <When instant={apiKey.createdAt} />
          {apiKey.createdBy !== null && ` by ${apiKey.createdBy}`}
        </Fact>
        <End apiKey={apiKey} />
        {apiKey.allowedNetworks.length > 0 && (
          <Fact label="Only from" isWide>
            {apiKey.allowedNetworks.join(', ')}
          </Fact>
        )}
        {apiKey.allowedOrigins.length > 0 && (
          <Fact label="In browsers on" isWide>
            {apiKey.allowedOrigins.join(', ')}
          </Fact>
        )}
      </Box>
      <Box className={classes.actions}>
        {apiKey.mayManage && isWorking && <KeyMenu apiKey={apiKey} onAction={onAction} />}
      </Box>
    </Box>
  );
}

function End({ apiKey: { revokedAt, expiresAt, replacedById } }: { apiKey: Key }) {
  if (revokedAt !== null) {
    return (
      <Fact label="Revoked">
        <When instant={revokedAt} />
      </Fact>
    );
  }
  if (expiresAt === null) return <Fact label="Expires">Never</Fact>;
  return (
    <Fact label={Date.parse(expiresAt) > Date.now() ? 'Expires' : 'Expired'}>
      <When instant={expiresAt} />
      {replacedById !== null && ', replaced by a newer key'}
    </Fact>
  );
}

function Fact({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? classes.wide : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function KeyMenu({ apiKey, onAction }: { apiKey: Key; onAction: (action: KeyAction, key: Key) => void }) {
  const { role } = useTeam();
  const button = useRef<HTMLButtonElement>(null);
  const act = (action: KeyAction): void => {
    // A dialog returns the focus to this button, because the menu is gone by then.
    button.current?.focus();
    onAction(action, apiKey);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={button} size="lg" aria-label={`Actions for ${apiKey.name}`}>
          <EllipsisIcon size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<PencilIcon size={16} aria-hidden />} onClick={() => act('change')}>
          Change
        </Menu.Item>
        {apiKey.replacedById === null && (
          <Menu.Item leftSection={<RefreshCwIcon size={16} aria-hidden />} onClick={() => act('rotate')}>
            Rotate
          </Menu.Item>
        )}
        {apiKey.maySend && (
          <Menu.Item leftSection={<MailXIcon size={16} aria-hidden />} onClick={() => act('forbid-sending')}>
            Forbid sending
          </Menu.Item>
        )}
        {!apiKey.maySend && mayAdminister(role) && (
          <Menu.Item leftSection={<SendIcon size={16} aria-hidden />} onClick={() => act('allow-sending')}>
            Allow sending
          </Menu.Item>
        )}
        <Menu.Item c="var(--lg-bad)" leftSection={<BanIcon size={16} aria-hidden />} onClick={() => act('revoke')}>
          Revoke
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
