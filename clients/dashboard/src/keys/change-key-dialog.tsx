import type { Key, KeyChange } from '@ledgergraph/dashboard-api/contract';
import { DialogForm } from '@ledgergraph/ui/feedback/dialog-form.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import { showFieldProblems } from '@ledgergraph/ui/feedback/show-field-problems.ts';
import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { KeyFields } from './key-fields.tsx';
import { formOf, type KeyForm, keyProblems, sentKey } from './key-form.ts';
import { useKeyChanges } from './use-keys.ts';

export interface KeyDialogProps {
  /** Undefined: closed. */
  subject: Key | undefined;
  onClose: () => void;
}

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
    // An unchanged end keeps its exact instant.
    if (form.isDirty('expiresAt')) sent.expiresAt = expiresAt;
    const onSuccess = (): void => {
      notifyDone(`${name} is changed.`);
      onClose();
    };
    change.mutate({ key: subject, change: sent }, { onSuccess, onError: showFieldProblems(form) });
  };
  return (
    <DialogForm
      onSubmit={form.onSubmit(submit)}
      onCancel={onClose}
      confirm="Save"
      isBusy={change.isPending}
      error={change.error}
    >
      <KeyFields form={form} />
    </DialogForm>
  );
}
