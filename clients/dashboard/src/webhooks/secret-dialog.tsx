import { ShownOnceDialog } from '@ledgergraph/ui/feedback/shown-once.tsx';
import { Button } from '@mantine/core';

export interface ShownSecret {
  secret: string;
  remark: string;
}

const ADVICE = 'Your program needs it to check that events come from here. Put it where it reads its secrets.';

export function SecretDialog({ shown, onClose }: { shown: ShownSecret | undefined; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="The secret of the webhook"
      once={
        shown && {
          value: shown.secret,
          label: 'Signing secret',
          description: shown.remark,
          what: 'secret',
          copyLabel: 'Copy secret',
          advice: ADVICE,
        }
      }
      onClose={onClose}
    >
      <Button onClick={onClose}>I have stored it</Button>
    </ShownOnceDialog>
  );
}
