import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { PreviewedEvent, WebhookPreview } from '#/dashboard/webhook-contract.ts';
import { API_PATH } from '#/page-path.ts';
import { useTeam } from '#web/teams/team-context.tsx';

const PAUSE_MS = 600;

export interface Preview {
  state: 'opening' | 'waiting' | 'arrived' | 'failed';
  event: PreviewedEvent | undefined;
  /** Why there are no events. */
  message: string;
}

const OPENING: Preview = { state: 'opening', event: undefined, message: '' };

/** Shows the next event that a webhook with these settings would receive. @param settings undefined: they are not complete yet */
export function usePreview(settings: WebhookPreview | undefined): Preview {
  const { id } = useTeam();
  const [text] = useDebouncedValue(settings === undefined ? undefined : JSON.stringify(settings), PAUSE_MS);
  const [preview, setPreview] = useState<Preview>(OPENING);
  useEffect(() => {
    setPreview(OPENING);
    if (text === undefined) return;
    const source = new EventSource(
      `${API_PATH}/teams/${id}/webhook-preview?${new URLSearchParams({ settings: text })}`,
    );
    source.addEventListener('ready', () =>
      setPreview((before) => (before.event ? before : { ...OPENING, state: 'waiting' })),
    );
    source.addEventListener('event', ({ data }) =>
      setPreview({ state: 'arrived', event: JSON.parse(data), message: '' }),
    );
    source.addEventListener('fault', ({ data }) => {
      source.close();
      setPreview({ state: 'failed', event: undefined, message: JSON.parse(data).message });
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED)
        setPreview({ state: 'failed', event: undefined, message: 'The preview cannot be shown with these settings.' });
    };
    return () => source.close();
  }, [id, text]);
  return preview;
}
