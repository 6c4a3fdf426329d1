import type { CreatedKey } from '@ledgergraph/dashboard-api/contract';
import { DialogForm, type DialogProps } from '@ledgergraph/ui/feedback/dialog-form.tsx';
import { showFieldProblems } from '@ledgergraph/ui/feedback/show-field-problems.ts';
import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Environment } from '#/session/held-key.tsx';
import { EnvironmentField, KeyFields, ManagingField, SendingField } from './key-fields.tsx';
import { type KeyForm, keyProblems, NEW_KEY, sentKey } from './key-form.ts';
import { useKeyChanges } from './use-keys.ts';

interface CreateKeyDialogProps extends DialogProps {
  onCreated: (created: CreatedKey) => void;
  environment?: Environment;
}

export function CreateKeyDialog({ isOpen, onClose, onCreated, environment = 'test' }: CreateKeyDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New API key" size="md">
      <CreateKeyForm onClose={onClose} onCreated={onCreated} environment={environment} />
    </Modal>
  );
}

type CreateKeyFormProps = Required<Omit<CreateKeyDialogProps, 'isOpen'>>;

function CreateKeyForm({ onClose, onCreated, environment }: CreateKeyFormProps) {
  const { create } = useKeyChanges();
  const form = useForm<KeyForm>({
    initialValues: { ...NEW_KEY, environment },
    validate: (values) => keyProblems(values, Date.now()),
  });
  const submit = (values: KeyForm): void =>
    create.mutate(sentKey(values, Date.now()), { onSuccess: onCreated, onError: showFieldProblems(form) });
  return (
    <DialogForm
      onSubmit={form.onSubmit(submit)}
      onCancel={onClose}
      confirm="Create key"
      isBusy={create.isPending}
      error={create.error}
    >
      <EnvironmentField
        value={form.values.environment}
        onChange={(chosen) => form.setFieldValue('environment', chosen)}
      />
      <KeyFields form={form} />
      <SendingField form={form} />
      <ManagingField form={form} />
    </DialogForm>
  );
}
