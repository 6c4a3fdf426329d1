import { ConfirmDialog } from '@ledgergraph/ui/feedback/confirm-dialog.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import type { ReactNode } from 'react';
import type { KeyDialogProps } from './change-key-dialog.tsx';
import { useKeyChanges } from './use-keys.ts';

/** Gives a key the permission to send. */
export function AllowSendingDialog({ subject, onClose }: KeyDialogProps) {
  return (
    <SendingDialog
      subject={subject}
      onClose={onClose}
      maySend
      title={`Let ${subject?.name ?? 'the key'} send transactions?`}
      confirm="Allow sending"
      done="may send transactions."
    >
      Whoever holds <b>{subject?.masked}</b> can hand signed transactions to the node, which passes them on to the
      network. A key can never sign: money moves only with a signature that was made elsewhere.
    </SendingDialog>
  );
}

/** Takes a key's permission to send. */
export function ForbidSendingDialog({ subject, onClose }: KeyDialogProps) {
  return (
    <SendingDialog
      subject={subject}
      onClose={onClose}
      maySend={false}
      title={`Stop ${subject?.name ?? 'the key'} from sending?`}
      confirm="Forbid sending"
      done="may not send transactions any more."
    >
      Every transaction that a program sends with <b>{subject?.masked}</b> is refused from within a second on. The key
      can still read.
    </SendingDialog>
  );
}

type SendingDialogProps = KeyDialogProps & {
  maySend: boolean;
  title: string;
  confirm: string;
  /** The end of the sentence that confirms the change. */
  done: string;
  children: ReactNode;
};

function SendingDialog({ subject, onClose, maySend, title, confirm, done, children }: SendingDialogProps) {
  const { permitSending } = useKeyChanges();
  const close = (): void => {
    permitSending.reset();
    onClose();
  };
  const submit = (): void => {
    if (subject === undefined) return;
    const onSuccess = (): void => {
      notifyDone(`${subject.name} ${done}`);
      onClose();
    };
    permitSending.mutate({ key: subject, maySend }, { onSuccess });
  };
  return (
    <ConfirmDialog
      isOpen={subject !== undefined}
      onClose={close}
      title={title}
      confirm={confirm}
      onConfirm={submit}
      isBusy={permitSending.isPending}
      error={permitSending.error}
      isDangerous={!maySend}
    >
      {children}
    </ConfirmDialog>
  );
}
