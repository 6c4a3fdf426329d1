import { Avatar, Box, Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CheckIcon, ChevronsUpDownIcon, PlusIcon } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useMe } from '#/session/use-me.ts';
import { NewTeamDialog } from './new-team-dialog.tsx';
import type { Team } from './use-team.ts';

export function TeamSwitcher({ current, onNavigate }: { current: Team | undefined; onNavigate: () => void }) {
  const { teams } = useMe();
  const [isOpen, dialog] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const found = (): void => {
    // The dialog returns the focus to this button, because the menu is gone by then.
    button.current?.focus();
    dialog.open();
  };
  return (
    <>
      <Menu position="bottom-start" width={240}>
        <Menu.Target>
          <UnstyledButton ref={button} p="xs" style={{ border: '1px solid var(--lg-border)', borderRadius: 10 }}>
            <VisuallyHidden>Switch team. Shown now: </VisuallyHidden>
            <Group gap={10} wrap="nowrap">
              <Avatar size={32} radius="md" name={current?.name ?? '?'} color="ledger" aria-hidden />
              <Box style={{ flex: 1, minWidth: 0 }}>
                <Text size="sm" fw={600} truncate>
                  {current?.name ?? 'No team'}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {current === undefined ? 'Found one' : `${current.plan} plan`}
                </Text>
              </Box>
              <ChevronsUpDownIcon size={16} aria-hidden />
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label c="dimmed">Teams</Menu.Label>
          {teams.map((team) => (
            <Menu.Item
              key={team.id}
              component={Link}
              to={`/teams/${team.slug}/keys`}
              onClick={onNavigate}
              rightSection={team.id === current?.id ? <CheckIcon size={16} aria-label="shown now" /> : null}
            >
              <Text size="sm" truncate>
                {team.name}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<PlusIcon size={16} aria-hidden />} onClick={found}>
            New team
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <NewTeamDialog isOpen={isOpen} onClose={dialog.close} />
    </>
  );
}
