import { notifyFailed } from '@ledgergraph/ui/feedback/notify.ts';
import { Avatar, Box, Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ChevronsUpDownIcon, CircleUserIcon, LogOutIcon } from 'lucide-react';
import { Link } from 'react-router';
import { useMe } from '#/session/use-me.ts';
import { useSignOut } from '#/session/use-sign-out.ts';

export function UserMenu({ onNavigate }: { onNavigate: () => void }) {
  const { user } = useMe();
  const signOut = useSignOut();
  return (
    <Menu position="top-start" width={230}>
      <Menu.Target>
        <UnstyledButton p="xs" style={{ borderRadius: 8, flex: 1, minWidth: 0 }}>
          <VisuallyHidden>Your account: </VisuallyHidden>
          <Group gap={10} wrap="nowrap">
            <Avatar size={32} radius="xl" name={user.name} color="ledger" aria-hidden />
            <Box style={{ flex: 1, minWidth: 0 }}>
              <Text size="sm" fw={600} truncate>
                {user.name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {user.email}
              </Text>
            </Box>
            <ChevronsUpDownIcon size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to="/account"
          leftSection={<CircleUserIcon size={16} aria-hidden />}
          onClick={onNavigate}
        >
          Account
        </Menu.Item>
        <Menu.Item
          leftSection={<LogOutIcon size={16} aria-hidden />}
          onClick={() => signOut.mutate('here', { onError: notifyFailed })}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
