import type { CreatedKey } from '@ledgergraph/dashboard-api/contract';
import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Environment } from '#/session/held-key.tsx';
import { EnvironmentField, KeyFields, SendingField } from './key-fields.tsx';
import { type KeyForm, keyProblems, NEW_KEY, sentKey } from './key-form.ts';
import { showKeyProblems } from './show-key-problems.ts';
import { useKeyChanges } from './use-keys.ts';

export interface CreateKeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (created: CreatedKey) => void;
  /** Environment that the form begins with. */
  environment?: Environment;
}

/** Asks what a new key should be. */
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
    create.mutate(sentKey(values, Date.now()), { onSuccess: onCreated, onError: showKeyProblems(form) });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <EnvironmentField
          value={form.values.environment}
          onChange={(chosen) => form.setFieldValue('environment', chosen)}
        />
        <KeyFields form={form} />
        <SendingField form={form} />
        <FormProblem error={create.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
