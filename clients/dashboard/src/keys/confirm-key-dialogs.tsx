import type { Key } from '@ledgergraph/dashboard-api/contract';
import { ConfirmDialog, type ConfirmDialogProps } from '@ledgergraph/ui/feedback/confirm-dialog.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import type { KeyDialogProps } from './change-key-dialog.tsx';
import { useKeyChanges } from './use-keys.ts';

export function RevokeKeyDialog(props: KeyDialogProps) {
  const { subject } = props;
  return (
    <KeyConfirmDialog
      {...props}
      mutation={useKeyChanges().revoke}
      variables={(key) => key}
      title={`Revoke ${subject?.name ?? 'key'}?`}
      confirm="Revoke key"
      done="is revoked."
      // The row's button that opened this is gone.
      onDone={() => document.querySelector<HTMLElement>('h1')?.focus()}
    >
      Every call with <b>{subject?.masked}</b> is refused from within a second on. This cannot be taken back. To
      exchange a key without an outage, rotate it instead.
    </KeyConfirmDialog>
  );
}

export function AllowSendingDialog(props: KeyDialogProps) {
  const { subject } = props;
  return (
    <KeyConfirmDialog
      {...props}
      mutation={useKeyChanges().permitSending}
      variables={(key) => ({ key, maySend: true })}
      title={`Let ${subject?.name ?? 'the key'} send transactions?`}
      confirm="Allow sending"
      done="may send transactions."
      isDangerous={false}
    >
      Whoever holds <b>{subject?.masked}</b> can hand signed transactions to the node, which passes them on to the
      network. A key can never sign: money moves only with a signature that was made elsewhere.
    </KeyConfirmDialog>
  );
}

export function ForbidSendingDialog(props: KeyDialogProps) {
  const { subject } = props;
  return (
    <KeyConfirmDialog
      {...props}
      mutation={useKeyChanges().permitSending}
      variables={(key) => ({ key, maySend: false })}
      title={`Stop ${subject?.name ?? 'the key'} from sending?`}
      confirm="Forbid sending"
      done="may not send transactions any more."
    >
      Every transaction that a program sends with <b>{subject?.masked}</b> is refused from within a second on. The key
      can still read.
    </KeyConfirmDialog>
  );
}

type KeyConfirmDialogProps<Variables> = KeyDialogProps &
  Pick<ConfirmDialogProps, 'title' | 'confirm' | 'children' | 'isDangerous'> & {
    mutation: UseMutationResult<Key, Error, Variables>;
    variables: (key: Key) => Variables;
    done: string;
    onDone?: () => void;
  };

function KeyConfirmDialog<Variables>(props: KeyConfirmDialogProps<Variables>) {
  const { subject, onClose, mutation, variables, done, onDone, ...dialog } = props;
  const close = (): void => {
    mutation.reset();
    onClose();
  };
  const confirm = (): void => {
    if (subject === undefined) return;
    const onSuccess = (): void => {
      notifyDone(`${subject.name} ${done}`);
      onClose();
      onDone?.();
    };
    mutation.mutate(variables(subject), { onSuccess });
  };
  return (
    <ConfirmDialog
      {...dialog}
      isOpen={subject !== undefined}
      onClose={close}
      onConfirm={confirm}
      isBusy={mutation.isPending}
      error={mutation.error}
    />
  );
}
