import { Alert, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { TriangleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

/** A value that can be shown this one time, such as that of a key. */
export interface Once {
  value: string;
  /** Label of the field. */
  label: string;
  description?: string;
  /** Name of the value, for the button that copies it: "API key". */
  what: string;
  copyLabel: string;
  /** Use and place of the value. */
  advice: string;
}

export interface ShownOnceDialogProps {
  title: string;
  once: Once | undefined;
  onClose: () => void;
  /** Buttons at the end. */
  children: ReactNode;
}

/** Shows a value, the one time it can be shown. Closed only on purpose. */
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
