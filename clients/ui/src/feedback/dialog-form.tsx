import { Button, Group, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { FormProblem } from './form-problem.tsx';

/** Members that each dialog gets from the component that shows it. */
export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export interface DialogEndProps {
  /** The verb on the button. */
  confirm: string;
  onCancel: () => void;
  isBusy: boolean;
  /** Reason of a refusal; null: nothing was refused. */
  error: unknown;
  /** Absent: the button submits the form around it. */
  onConfirm?: () => void;
  isIncomplete?: boolean;
}

/** The end of a dialog: the reason of a refusal, and the buttons to cancel and to confirm. */
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

/** Fields in a dialog, and its end. */
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
