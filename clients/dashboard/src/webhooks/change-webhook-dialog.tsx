import { ApiError } from '@ledgergraph/dashboard-api/api-error';
import type { Webhook } from '@ledgergraph/dashboard-api/webhook-contract';
import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWebhookChanges } from './use-webhooks.ts';

/** Changes where events go and how. Which events they are never changes: that is another webhook. */
export function ChangeWebhookDialog({
  webhook,
  isOpen,
  onClose,
}: {
  webhook: Webhook;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Change the webhook">
      <ChangeForm webhook={webhook} onClose={onClose} />
    </Modal>
  );
}

function ChangeForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { change } = useWebhookChanges();
  const { url, description, isParallel } = webhook;
  const form = useForm({ initialValues: { url, description, isParallel } });
  const submit = (values: typeof form.values): void =>
    change.mutate(
      { webhookId: webhook.id, change: values },
      { onSuccess: onClose, onError: (error) => error instanceof ApiError && form.setErrors(error.fields) },
    );
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <TextInput label="URL" data-autofocus {...form.getInputProps('url')} />
        <TextInput label="Description" {...form.getInputProps('description')} />
        <Switch label="Deliver in parallel" {...form.getInputProps('isParallel', { type: 'checkbox' })} />
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
