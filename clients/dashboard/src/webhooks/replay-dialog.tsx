import type { Replay } from '@ledgergraph/dashboard-api/webhook-contract';
import { DialogEnd, type DialogProps } from '@ledgergraph/ui/feedback/dialog-form.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import { Modal, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWebhookChanges } from './use-webhooks.ts';

export function ReplayDialog({ webhookId, isOpen, onClose }: DialogProps & { webhookId: string }) {
  const { replay } = useWebhookChanges();
  const [kind, setKind] = useState('height');
  const [height, setHeight] = useState<number | string>('');
  const [time, setTime] = useState('');
  const from = readFrom(kind, height, time);
  const start = (): void => {
    if (from === undefined) return;
    const onSuccess = (): void => {
      notifyDone('The events are sent again.');
      onClose();
    };
    replay.mutate({ webhookId, from }, { onSuccess });
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title="Send events again">
      <Stack>
        <Text size="sm">They have the ids that they had: a program that drops ids it has seen takes each once.</Text>
        <SegmentedControl
          aria-label="From"
          data={[
            { value: 'height', label: 'From a block' },
            { value: 'time', label: 'From a time' },
          ]}
          value={kind}
          onChange={setKind}
        />
        {kind === 'height' ? (
          <NumberInput
            label="Height of the first block"
            min={0}
            allowDecimal={false}
            value={height}
            onChange={setHeight}
          />
        ) : (
          <TextInput
            type="datetime-local"
            label="Time, as your clock shows it"
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
        )}
        <DialogEnd
          confirm="Send again"
          onConfirm={start}
          onCancel={onClose}
          isBusy={replay.isPending}
          error={replay.error}
          isIncomplete={from === undefined}
        />
      </Stack>
    </Modal>
  );
}

function readFrom(kind: string, height: number | string, time: string): Replay | undefined {
  if (kind === 'height') return typeof height === 'number' ? { fromHeight: height } : undefined;
  return Number.isNaN(Date.parse(time)) ? undefined : { fromTime: new Date(time).toISOString() };
}
