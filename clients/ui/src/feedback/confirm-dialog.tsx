import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormProblem } from './form-problem.tsx';

export interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  confirm: string;
  onConfirm: () => void;
  isBusy: boolean;
  error: unknown;
  isDangerous?: boolean;
}

/** The cancel button has the focus, so that Enter in haste changes nothing. */
export function ConfirmDialog({ isDangerous = true, ...props }: ConfirmDialogProps) {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={props.title}>
      <Stack>
        <Text component="div" size="sm">
          {props.children}
        </Text>
        <FormProblem error={props.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose} data-autofocus>
            Cancel
          </Button>
          <Button color={isDangerous ? 'red.8' : undefined} loading={props.isBusy} onClick={props.onConfirm}>
            {props.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
