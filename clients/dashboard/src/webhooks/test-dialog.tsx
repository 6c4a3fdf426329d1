import type { DialogProps } from '@ledgergraph/ui/feedback/dialog-form.tsx';
import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { AttemptDetails } from './attempt-details.tsx';
import { useWebhookChanges } from './use-webhooks.ts';

export function TestDialog({ webhookId, isOpen, onClose }: DialogProps & { webhookId: string }) {
  const { test } = useWebhookChanges();
  const close = (): void => {
    test.reset();
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={close} title="Send a test event" size="lg">
      <Stack>
        <Text size="sm">
          An example with the type <b>webhook.test</b> is signed and sent at once. It is not repeated, and it costs
          nothing.
        </Text>
        <FormProblem error={test.error} />
        {test.data !== undefined && <AttemptDetails attempt={test.data.attempt} payload={test.data.payload} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button loading={test.isPending} onClick={() => test.mutate(webhookId)}>
            {test.data === undefined ? 'Send' : 'Send another'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
