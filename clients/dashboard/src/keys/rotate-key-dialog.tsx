import type { CreatedKey, Key } from '@ledgergraph/dashboard-api/contract';
import { DialogEnd } from '@ledgergraph/ui/feedback/dialog-form.tsx';
import { exactTime } from '@ledgergraph/ui/feedback/instant.ts';
import { Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { KeyDialogProps } from './change-key-dialog.tsx';
import { useKeyChanges } from './use-keys.ts';

const GRACES = [
  { seconds: 0, label: 'Not at all', description: 'The old key stops at once. For a key that has leaked.' },
  { seconds: 3_600, label: 'For an hour', description: 'Time for one deployment.' },
  { seconds: 86_400, label: 'For a day', description: 'Time to change it everywhere, without an outage.' },
  { seconds: 604_800, label: 'For a week', description: '' },
  { seconds: 2_592_000, label: 'For 30 days', description: '' },
];
const DEFAULT_GRACE = '86400';

export function RotateKeyDialog({
  subject,
  onClose,
  onRotated,
}: KeyDialogProps & { onRotated: (created: CreatedKey) => void }) {
  return (
    <Modal opened={subject !== undefined} onClose={onClose} title={`Rotate ${subject?.name ?? 'key'}`}>
      {subject !== undefined && <RotateKeyForm subject={subject} onClose={onClose} onRotated={onRotated} />}
    </Modal>
  );
}

interface RotateKeyFormProps {
  subject: Key;
  onClose: () => void;
  onRotated: (created: CreatedKey) => void;
}

function RotateKeyForm({ subject, onClose, onRotated }: RotateKeyFormProps) {
  const { rotate } = useKeyChanges();
  const [grace, setGrace] = useState(DEFAULT_GRACE);
  return (
    <Stack>
      <Text size="sm">
        A new key takes over the name, the networks and the end of this one
        {subject.maySend && ', and its permission to send transactions'}.
      </Text>
      <Radio.Group label="How long should the old key keep working?" value={grace} onChange={setGrace}>
        <Stack gap="xs" mt="xs">
          {GRACES.map(({ seconds, label, description }) => (
            <Radio key={seconds} value={String(seconds)} label={label} description={description || undefined} />
          ))}
        </Stack>
      </Radio.Group>
      {subject.expiresAt !== null && (
        <Text size="sm" c="dimmed">
          At the longest until its own end, {exactTime(subject.expiresAt)}.
        </Text>
      )}
      <DialogEnd
        confirm="Rotate key"
        onConfirm={() => rotate.mutate({ key: subject, graceSeconds: Number(grace) }, { onSuccess: onRotated })}
        onCancel={onClose}
        isBusy={rotate.isPending}
        error={rotate.error}
      />
    </Stack>
  );
}
