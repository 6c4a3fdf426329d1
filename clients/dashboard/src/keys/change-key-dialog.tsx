import type { Key, KeyChange } from '@ledgergraph/dashboard-api/contract';
import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { KeyFields } from './key-fields.tsx';
import { formOf, type KeyForm, keyProblems, sentKey } from './key-form.ts';
import { showKeyProblems } from './show-key-problems.ts';
import { useKeyChanges } from './use-keys.ts';

export interface KeyDialogProps {
  /** Undefined: closed. */
  subject: Key | undefined;
  onClose: () => void;
}

/** Changes a key's name, end, networks and origins; its value stays. */
export function ChangeKeyDialog({ subject, onClose }: KeyDialogProps) {
  return (
    <Modal opened={subject !== undefined} onClose={onClose} title={`Change ${subject?.name ?? 'key'}`}>
      {subject !== undefined && <ChangeKeyForm subject={subject} onClose={onClose} />}
    </Modal>
  );
}

function ChangeKeyForm({ subject, onClose }: { subject: Key; onClose: () => void }) {
  const { change } = useKeyChanges();
  const form = useForm<KeyForm>({
    initialValues: formOf(subject),
    validate: (values) => keyProblems(values, Date.now()),
  });
  const submit = (values: KeyForm): void => {
    const { name, allowedNetworks, allowedOrigins, expiresAt } = sentKey(values, Date.now());
    const sent: KeyChange = { name, allowedNetworks, allowedOrigins };
    // Left alone, the end keeps its exact instant.
    if (form.isDirty('expiry')) sent.expiresAt = expiresAt;
    const onSuccess = (): void => {
      notifyDone(`${name} is changed.`);
      onClose();
    };
    change.mutate({ key: subject, change: sent }, { onSuccess, onError: showKeyProblems(form) });
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <KeyFields form={form} />
        <FormProblem error={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
