import { CopyButton } from '@ledgergraph/ui/feedback/copy-button.tsx';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** A new secret, and a remark such as until when the old one signs. */
export interface ShownSecret {
  secret: string;
  remark: string;
}

/** Shows a signing secret, the one time it can be shown. Closed only on purpose. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret | undefined; onClose: () => void }) {
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      title="The secret of the webhook"
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {shown !== undefined && (
        <Stack>
          <TextInput
            label="Signing secret"
            description={shown.remark}
            readOnly
            value={shown.secret}
            onFocus={(event) => event.currentTarget.select()}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            data-autofocus
          />
          <Group>
            <CopyButton value={shown.secret} what="secret" size="sm" variant="filled" label="Copy secret" />
          </Group>
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="It is shown only now">
            <Text size="sm" c="var(--mantine-color-text)">
              Your program needs it to check that events come from here. Put it where it reads its secrets.
            </Text>
          </Alert>
          <Group justify="flex-end">
            <Button onClick={onClose}>I have stored it</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
