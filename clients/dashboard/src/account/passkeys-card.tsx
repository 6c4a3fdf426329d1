import { ConfirmDialog } from '@ledgergraph/ui/feedback/confirm-dialog.tsx';
import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import { QueryPanel } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { When } from '@ledgergraph/ui/feedback/when.tsx';
import { Row, Rows } from '@ledgergraph/ui/layout/rows.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FingerprintIcon, PlusIcon, Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { ACCOUNT } from '#/api/query-keys.ts';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';
import { deviceName } from './device-name.ts';

const PASSKEYS = [...ACCOUNT, 'passkeys'];

export function PasskeysCard() {
  const client = useQueryClient();
  const [removing, setRemoving] = useState<{ id: string; name: string }>();
  const passkeys = useQuery({
    queryKey: PASSKEYS,
    queryFn: () => askAuth(() => authClient.passkey.listUserPasskeys()),
  });
  const refresh = () => client.invalidateQueries({ queryKey: PASSKEYS });
  const add = useAdding(refresh);
  const remove = useMutation({
    mutationFn: ({ id }: { id: string }) => askAuth(() => authClient.passkey.deletePasskey({ id })),
    onSuccess: () => {
      setRemoving(undefined);
      return refresh();
    },
  });
  return (
    <Section
      title="Passkeys"
      intro="Sign in with your fingerprint, face or device PIN. Nothing to remember, nothing that can be phished."
      action={<AddButton isAdding={add.isPending} onAdd={() => add.mutate()} />}
    >
      <FormProblem error={add.error} />
      <QueryPanel query={passkeys} rows={1}>
        {(list) =>
          list.length === 0 ? (
            <NothingYet icon={<FingerprintIcon />} title="No passkeys yet">
              Add one on each device that you use.
            </NothingYet>
          ) : (
            <Rows label="Passkeys">
              {list.map(({ id, name, createdAt }) => (
                <PasskeyRow
                  key={id}
                  name={name ?? 'Passkey'}
                  createdAt={createdAt}
                  onRemove={() => setRemoving({ id, name: name ?? 'Passkey' })}
                />
              ))}
            </Rows>
          )
        }
      </QueryPanel>
      <ConfirmDialog
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={`Remove ${removing?.name ?? ''}?`}
        confirm="Remove passkey"
        onConfirm={() => removing !== undefined && remove.mutate(removing)}
        isBusy={remove.isPending}
        error={remove.error}
      >
        This device can no longer sign in with it. Your password stays as it is.
      </ConfirmDialog>
    </Section>
  );
}

function useAdding(refresh: () => Promise<void>) {
  return useMutation({
    mutationFn: () => askAuth(() => authClient.passkey.addPasskey({ name: deviceName(navigator.userAgent) })),
    onSuccess: () => {
      notifyDone('The passkey is added.');
      return refresh();
    },
  });
}

function AddButton({ isAdding, onAdd }: { isAdding: boolean; onAdd: () => void }) {
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<PlusIcon size={16} aria-hidden />}
      loading={isAdding}
      onClick={onAdd}
    >
      Add a passkey
    </Button>
  );
}

function PasskeyRow({ name, createdAt, onRemove }: { name: string; createdAt: Date; onRemove: () => void }) {
  const remove = (
    <Button
      variant="default"
      size="xs"
      leftSection={<Trash2Icon size={14} aria-hidden />}
      onClick={onRemove}
      aria-label={`Remove ${name}`}
    >
      Remove
    </Button>
  );
  return (
    <Row actions={remove}>
      <Text fw={600} size="sm">
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        added <When instant={new Date(createdAt).toISOString()} />
      </Text>
    </Row>
  );
}
