import type { CreatedWebhook, WebhookEventType } from '@ledgergraph/dashboard-api/webhook-contract';
import { DialogEnd, type DialogProps } from '@ledgergraph/ui/feedback/dialog-form.tsx';
import { showFieldProblems } from '@ledgergraph/ui/feedback/show-field-problems.ts';
import { Grid, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { EnvironmentField } from '#/keys/key-fields.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { SourceFields } from './source-fields.tsx';
import { useEventTypes, useWebhookChanges } from './use-webhooks.ts';
import { NEW_WEBHOOK, sentWebhook, sourceOf, sourceProblems, type WebhookForm } from './webhook-form.ts';

type CreateWebhookDialogProps = DialogProps & { onCreated: (created: CreatedWebhook) => void };

export function CreateWebhookDialog({ isOpen, onClose, onCreated }: CreateWebhookDialogProps) {
  const types = useEventTypes();
  return (
    <Modal opened={isOpen} onClose={onClose} title="New webhook" size="xl">
      <CreateWebhookForm types={types.data ?? []} onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

type FormProps = Omit<CreateWebhookDialogProps, 'isOpen'> & { types: readonly WebhookEventType[] };

function CreateWebhookForm({ types, onClose, onCreated }: FormProps) {
  const { create } = useWebhookChanges();
  const typeOf = ({ choice }: WebhookForm) => types.find(({ name }) => name === choice);
  const form = useForm<WebhookForm>({
    initialValues: NEW_WEBHOOK,
    validate: (values) => ({
      ...sourceProblems(values, typeOf(values)),
      url: values.url.trim() === '' ? 'Give the URL that receives the events' : null,
    }),
  });
  const { values } = form;
  const isComplete = Object.keys(sourceProblems(values, typeOf(values))).length === 0;
  const submit = (sent: WebhookForm): void =>
    create.mutate(sentWebhook(sent, typeOf(sent)), { onSuccess: onCreated, onError: showFieldProblems(form) });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack>
            <TextInput
              label="URL"
              description="Events are sent to it by POST, signed."
              placeholder="https://example.org/hooks/verus"
              data-autofocus
              {...form.getInputProps('url')}
            />
            <EnvironmentField
              value={values.environment}
              onChange={(chosen) => form.setFieldValue('environment', chosen)}
            />
            <SourceFields form={form} types={types} />
            <TextInput label="Description" placeholder="Deposits of the shop" {...form.getInputProps('description')} />
            <Switch
              label="Deliver in parallel"
              description="Several at a time: a failing delivery holds back no other, and the order is not kept."
              {...form.getInputProps('isParallel', { type: 'checkbox' })}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <PreviewPanel settings={isComplete ? sourceOf(values, typeOf(values)) : undefined} />
        </Grid.Col>
      </Grid>
      <Stack mt="md">
        <DialogEnd confirm="Create webhook" onCancel={onClose} isBusy={create.isPending} error={create.error} />
      </Stack>
    </form>
  );
}
