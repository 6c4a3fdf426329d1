import { ConfirmDialog } from '@ledgergraph/ui/feedback/confirm-dialog.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import type { KeyDialogProps } from './change-key-dialog.tsx';
import { useKeyChanges } from './use-keys.ts';

/** Ends a key at once, for good. */
export function RevokeKeyDialog({ subject, onClose }: KeyDialogProps) {
  const { revoke } = useKeyChanges();
  const close = (): void => {
    revoke.reset();
    onClose();
  };
  const confirm = (): void => {
    if (subject === undefined) return;
    const onSuccess = (): void => {
      notifyDone(`${subject.name} is revoked.`);
      onClose();
      // The row's button, which opened this, is gone with what it could do.
      document.querySelector<HTMLElement>('h1')?.focus();
    };
    revoke.mutate(subject, { onSuccess });
  };
  return (
    <ConfirmDialog
      isOpen={subject !== undefined}
      onClose={close}
      title={`Revoke ${subject?.name ?? 'key'}?`}
      confirm="Revoke key"
      onConfirm={confirm}
      isBusy={revoke.isPending}
      error={revoke.error}
    >
      Every call with <b>{subject?.masked}</b> is refused from within a second on. This cannot be taken back. To
      exchange a key without an outage, rotate it instead.
    </ConfirmDialog>
  );
}
