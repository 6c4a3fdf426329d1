import { Button, Group, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { FormProblem } from './form-problem.tsx';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export interface DialogEndProps {
  confirm: string;
  onCancel: () => void;
  isBusy: boolean;
  /** Null: nothing was refused. */
  error: unknown;
  /** Absent: the button submits the form around it. */
  onConfirm?: () => void;
  isIncomplete?: boolean;
}

export function DialogEnd({ confirm, onCancel, isBusy, error, onConfirm, isIncomplete = false }: DialogEndProps) {
  return (
    <>
      <FormProblem error={error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type={onConfirm === undefined ? 'submit' : 'button'}
          loading={isBusy}
          disabled={isIncomplete}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </Group>
    </>
  );
}

export function DialogForm({
  onSubmit,
  children,
  ...end
}: Omit<DialogEndProps, 'onConfirm'> & { onSubmit: FormEventHandler<HTMLFormElement>; children: ReactNode }) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {children}
        <DialogEnd {...end} />
      </Stack>
    </form>
  );
}
