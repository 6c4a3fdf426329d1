import { ConfirmDialog } from '@ledgergraph/ui/feedback/confirm-dialog.tsx';
import { notifyDone, notifyFailed } from '@ledgergraph/ui/feedback/notify.ts';
import { QueryPanel } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { StateBadge } from '@ledgergraph/ui/feedback/state-badge.tsx';
import { When } from '@ledgergraph/ui/feedback/when.tsx';
import { Row, Rows } from '@ledgergraph/ui/layout/rows.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOutIcon } from 'lucide-react';
import { ACCOUNT } from '#/api/query-keys.ts';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';
import { useSignOut } from '#/session/use-sign-out.ts';
import { deviceName } from './device-name.ts';

const SESSIONS = [...ACCOUNT, 'sessions'];

export function SessionsCard() {
  const client = useQueryClient();
  const signOut = useSignOut();
  const [isAsking, asking] = useDisclosure(false);
  const sessions = useQuery({
    queryKey: SESSIONS,
    queryFn: async () => {
      const [all, mine] = await Promise.all([
        askAuth(() => authClient.listSessions()),
        askAuth(() => authClient.getSession()),
      ]);
      return all
        .map((session) => ({ ...session, isThis: session.id === mine?.session.id }))
        .sort((a, b) => Number(b.isThis) - Number(a.isThis) || +new Date(b.updatedAt) - +new Date(a.updatedAt));
    },
  });
  const end = useMutation({
    mutationFn: (token: string) => askAuth(() => authClient.revokeSession({ token })),
    onSuccess: () => {
      notifyDone('That device is signed out.');
      return client.invalidateQueries({ queryKey: SESSIONS });
    },
    onError: notifyFailed,
  });
  return (
    <Section
      title="Sessions"
      intro="The devices on which you are signed in."
      action={
        <Button variant="default" size="sm" leftSection={<LogOutIcon size={16} aria-hidden />} onClick={asking.open}>
          Sign out everywhere
        </Button>
      }
    >
      <QueryPanel query={sessions} rows={2}>
        {(list) => (
          <Rows label="Sessions">
            {list.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isEnding={end.isPending && end.variables === session.token}
                onEnd={() => end.mutate(session.token)}
              />
            ))}
          </Rows>
        )}
      </QueryPanel>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title="Sign out everywhere?"
        confirm="Sign out everywhere"
        onConfirm={() => signOut.mutate('everywhere')}
        isBusy={signOut.isPending}
        error={signOut.error}
      >
        All devices are signed out at once, this one included. Your API keys keep working.
      </ConfirmDialog>
    </Section>
  );
}

interface SessionRowProps {
  session: { userAgent?: string | null; ipAddress?: string | null; createdAt: Date; isThis: boolean };
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session: { userAgent, ipAddress, createdAt, isThis }, isEnding, onEnd }: SessionRowProps) {
  const device = deviceName(userAgent);
  const end = (
    <Button variant="default" size="xs" loading={isEnding} onClick={onEnd} aria-label={`Sign out ${device}`}>
      Sign out
    </Button>
  );
  return (
    <Row actions={!isThis && end}>
      <Group gap="xs">
        <Text fw={600} size="sm">
          {device}
        </Text>
        {isThis && <StateBadge tone="good">This device</StateBadge>}
      </Group>
      <Text size="xs" c="dimmed">
        {ipAddress ? `${ipAddress}, ` : ''}signed in <When instant={new Date(createdAt).toISOString()} />
      </Text>
    </Row>
  );
}
