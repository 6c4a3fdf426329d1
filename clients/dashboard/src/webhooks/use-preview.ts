import { messageOf } from '@ledgergraph/dashboard-api/api-error';
import { openEvents } from '@ledgergraph/dashboard-api/open-events';
import type { PreviewedEvent, WebhookPreview } from '@ledgergraph/dashboard-api/webhook-contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTeam } from '#/teams/team-context.tsx';

const PAUSE_MS = 600;

export interface Preview {
  state: 'opening' | 'waiting' | 'arrived' | 'failed';
  event: PreviewedEvent | undefined;
  message: string;
}

const OPENING: Preview = { state: 'opening', event: undefined, message: '' };

/** @param settings undefined: they are not complete yet */
export function usePreview(settings: WebhookPreview | undefined): Preview {
  const { id } = useTeam();
  const [text] = useDebouncedValue(settings === undefined ? undefined : JSON.stringify(settings), PAUSE_MS);
  const [preview, setPreview] = useState<Preview>(OPENING);
  useEffect(() => {
    setPreview(OPENING);
    if (text === undefined) return;
    const closing = new AbortController();
    const update = (change: (before: Preview) => Preview): void => {
      if (!closing.signal.aborted) setPreview(change);
    };
    readPreview(id, text, closing.signal, update).catch((error: unknown) =>
      update((before) => (before.event ? before : { ...OPENING, state: 'failed', message: messageOf(error) })),
    );
    return () => closing.abort();
  }, [id, text]);
  return preview;
}

/** @throws ApiError */
async function readPreview(
  teamId: string,
  body: string,
  signal: AbortSignal,
  update: (change: (before: Preview) => Preview) => void,
): Promise<void> {
  for await (const { event, data } of openEvents(`/teams/${teamId}/webhook-preview`, body, signal)) {
    if (event === 'ready') update((before) => (before.event ? before : { ...OPENING, state: 'waiting' }));
    if (event === 'event') update(() => ({ state: 'arrived', event: JSON.parse(data), message: '' }));
    if (event === 'fault') update(() => ({ state: 'failed', event: undefined, message: JSON.parse(data).message }));
  }
}
