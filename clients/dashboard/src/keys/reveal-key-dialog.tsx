import type { CreatedKey } from '@ledgergraph/dashboard-api/contract';
import { CopyButton } from '@ledgergraph/ui/feedback/copy-button.tsx';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconRocket } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTeam } from '#/teams/team-context.tsx';

/** Shows a key's value, the one time it can be shown, and where to go with it. Closed only on purpose. */
export function RevealKeyDialog({ created, onClose }: { created: CreatedKey | undefined; onClose: () => void }) {
  return (
    <Modal
      opened={created !== undefined}
      onClose={onClose}
      title={created === undefined ? '' : `${created.key.name} is ready`}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {created !== undefined && <Revelation created={created} onClose={onClose} />}
    </Modal>
  );
}

function Revelation({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const { slug } = useTeam();
  return (
    <Stack>
      <TextInput
        label="Your API key"
        readOnly
        value={created.value}
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        data-autofocus
      />
      <Group>
        <CopyButton value={created.value} what="API key" size="sm" variant="filled" label="Copy key" />
      </Group>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="It is shown only now">
        <Text size="sm" c="var(--mantine-color-text)">
          We keep no copy. Put it where your program reads its secrets: an environment variable or a secret store, never
          into code or a web page.
        </Text>
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          I have stored it
        </Button>
        <Button
          component={Link}
          to={`/teams/${slug}/quick-start?environment=${created.key.environment}`}
          leftSection={<IconRocket size={16} aria-hidden />}
          onClick={onClose}
        >
          Make a first query
        </Button>
      </Group>
    </Stack>
  );
}
