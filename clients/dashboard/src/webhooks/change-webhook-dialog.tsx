import type { Webhook } from '@ledgergraph/dashboard-api/webhook-contract';
import { DialogForm, type DialogProps } from '@ledgergraph/ui/feedback/dialog-form.tsx';
import { showFieldProblems } from '@ledgergraph/ui/feedback/show-field-problems.ts';
import { Modal, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWebhookChanges } from './use-webhooks.ts';
import { readJson } from './webhook-form.ts';

/** The event type never changes: that would be another webhook. */
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
  const before = JSON.stringify(webhook.variables, null, 2);
  const form = useForm({
    initialValues: { url, description, isParallel, variables: before },
    validate: { variables: (text) => (readJson(text) === undefined ? 'This is no JSON object' : null) },
  });
  const submit = ({ variables, ...values }: typeof form.values): void => {
    const changed = { ...values, ...(variables !== before && { variables: readJson(variables) }) };
    change.mutate({ webhookId: webhook.id, change: changed }, { onSuccess: onClose, onError: showFieldProblems(form) });
  };
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
      <Textarea
        label="Variables"
        description="A JSON object: what the events are of, from now on. The type of events stays."
        autosize
        maxRows={10}
        {...form.getInputProps('variables')}
      />
      <Switch label="Deliver in parallel" {...form.getInputProps('isParallel', { type: 'checkbox' })} />
    </DialogForm>
  );
}
