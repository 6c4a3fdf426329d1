import type { Webhook } from '@ledgergraph/dashboard-api/webhook-contract';
import { DialogForm, type DialogProps } from '@ledgergraph/ui/feedback/dialog-form.tsx';
import { showFieldProblems } from '@ledgergraph/ui/feedback/show-field-problems.ts';
import { Modal, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWebhookChanges } from './use-webhooks.ts';

/** Changes where events go and how. Which events they are never changes: that is another webhook. */
export function ChangeWebhookDialog({ webhook, isOpen, onClose }: DialogProps & { webhook: Webhook }) {
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
    change.mutate({ webhookId: webhook.id, change: values }, { onSuccess: onClose, onError: showFieldProblems(form) });
  return (
    <DialogForm
      onSubmit={form.onSubmit(submit)}
      onCancel={onClose}
      confirm="Save"
      isBusy={change.isPending}
      error={change.error}
    >
      <TextInput label="URL" data-autofocus {...form.getInputProps('url')} />
      <TextInput label="Description" {...form.getInputProps('description')} />
      <Switch label="Deliver in parallel" {...form.getInputProps('isParallel', { type: 'checkbox' })} />
    </DialogForm>
  );
}
