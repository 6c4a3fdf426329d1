import { Alert, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { TriangleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

export interface Once {
  value: string;
  label: string;
  description?: string;
  /** For the button that copies the value: "API key". */
  what: string;
  copyLabel: string;
  advice: string;
}

export interface ShownOnceDialogProps {
  title: string;
  once: Once | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Closes only by a deliberate action. */
export function ShownOnceDialog({ title, once, onClose, children }: ShownOnceDialogProps) {
  return (
    <Modal
      opened={once !== undefined}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {once !== undefined && (
        <Stack>
          <TextInput
            label={once.label}
            description={once.description}
            readOnly
            value={once.value}
            onFocus={(event) => event.currentTarget.select()}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            data-autofocus
          />
          <Group>
            <CopyButton value={once.value} what={once.what} size="sm" variant="filled" label={once.copyLabel} />
          </Group>
          <Alert color="yellow" icon={<TriangleAlertIcon aria-hidden />} title="It is shown only now">
            <Text size="sm" c="var(--mantine-color-text)">
              {once.advice}
            </Text>
          </Alert>
          <Group justify="flex-end">{children}</Group>
        </Stack>
      )}
    </Modal>
  );
}
