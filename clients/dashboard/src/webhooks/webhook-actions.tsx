import type { Webhook } from '@ledgergraph/dashboard-api/webhook-contract';
import { ConfirmDialog } from '@ledgergraph/ui/feedback/confirm-dialog.tsx';
import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { exactTime } from '@ledgergraph/ui/feedback/instant.ts';
import { Button, Group } from '@mantine/core';
import { PauseIcon, PencilIcon, PlayIcon, RefreshCwIcon, RotateCcwIcon, SendIcon, Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTeam } from '#/teams/team-context.tsx';
import { ChangeWebhookDialog } from './change-webhook-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { useWebhookChanges } from './use-webhooks.ts';

type Doing = 'change' | 'test' | 'replay' | 'rotate' | 'delete';

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { change } = useWebhookChanges();
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  const isActive = webhook.state === 'active' || webhook.state === 'failing';
  const button = (action: Doing, label: string, Icon: typeof SendIcon) => (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={() => setDoing(action)}>
      {label}
    </Button>
  );
  return (
    <>
      <Group gap="sm">
        <Button
          leftSection={isActive ? <PauseIcon size={16} aria-hidden /> : <PlayIcon size={16} aria-hidden />}
          variant={isActive ? 'default' : 'filled'}
          loading={change.isPending}
          onClick={() => change.mutate({ webhookId: webhook.id, change: { state: isActive ? 'paused' : 'active' } })}
        >
          {isActive ? 'Pause' : 'Resume'}
        </Button>
        {button('test', 'Send test event', SendIcon)}
        {button('replay', 'Replay', RotateCcwIcon)}
        {button('rotate', 'Rotate secret', RefreshCwIcon)}
        {button('change', 'Change', PencilIcon)}
        {button('delete', 'Delete', Trash2Icon)}
      </Group>
      <FormProblem error={change.error} />
      <TestDialog webhookId={webhook.id} isOpen={doing === 'test'} onClose={close} />
      <ReplayDialog webhookId={webhook.id} isOpen={doing === 'replay'} onClose={close} />
      <ChangeWebhookDialog webhook={webhook} isOpen={doing === 'change'} onClose={close} />
      <RotateAndDelete webhook={webhook} doing={doing} onClose={close} />
    </>
  );
}

type RotateAndDeleteProps = { webhook: Webhook; doing: Doing | undefined; onClose: () => void };

function RotateAndDelete({ webhook, doing, onClose }: RotateAndDeleteProps) {
  const { slug } = useTeam();
  const { rotate, remove } = useWebhookChanges();
  const navigate = useNavigate();
  const [shown, setShown] = useState<ShownSecret>();
  const rotated = ({ secret, previousSecretUntil }: { secret: string; previousSecretUntil: string }): void => {
    onClose();
    setShown({ secret, remark: `The one before signs too until ${exactTime(previousSecretUntil)}.` });
  };
  return (
    <>
      <ConfirmDialog
        isOpen={doing === 'rotate'}
        onClose={onClose}
        title="Rotate the secret?"
        confirm="Rotate secret"
        onConfirm={() => rotate.mutate(webhook.id, { onSuccess: rotated })}
        isBusy={rotate.isPending}
        error={rotate.error}
        isDangerous={false}
      >
        You get a new secret. For a day, every event is signed with both, so that you can exchange it without losing
        one.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={doing === 'delete'}
        onClose={onClose}
        title="Delete this webhook?"
        confirm="Delete webhook"
        onConfirm={() => remove.mutate(webhook.id, { onSuccess: () => void navigate(`/teams/${slug}/webhooks`) })}
        isBusy={remove.isPending}
        error={remove.error}
      >
        What waits for <b>{webhook.url}</b> is not delivered any more, and its log goes too.
      </ConfirmDialog>
      <SecretDialog shown={shown} onClose={() => setShown(undefined)} />
    </>
  );
}
