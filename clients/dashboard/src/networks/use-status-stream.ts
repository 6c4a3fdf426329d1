import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { STATUS } from '#/api/query-keys.ts';
import { statusSchema } from './network-status.ts';

/** Time after which a stream is tried again that the gateway refused. */
const AGAIN_MS = 30_000;

/**
 * Keeps the state of the networks up to date from the gateway's stream, while the page is visible: browsers open few connections to a
 * server, all tabs together.
 * @returns true while the stream tells it; else it has to be asked for
 */
export function useStatusStream(): boolean {
  const client = useQueryClient();
  const isVisible = useDocumentVisibility() === 'visible';
  const [isTelling, setTelling] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens another stream.
  useEffect(() => {
    if (!isVisible) return;
    const source = new EventSource('/status');
    let again: ReturnType<typeof setTimeout> | undefined;
    source.onmessage = ({ data }) => {
      const parsed = statusSchema.safeParse(JSON.parse(data));
      setTelling(parsed.success);
      if (!parsed.success) return;
      // A request that is under way at this moment asks for an older state.
      void client.cancelQueries({ queryKey: STATUS }, { silent: true });
      client.setQueryData(STATUS, parsed.data);
    };
    // The gateway is there, but cannot read the state: what asks for it tells the reader.
    source.addEventListener('unavailable', () => setTelling(false));
    source.onerror = () => {
      setTelling(false);
      // Otherwise the browser connects again by itself.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(() => setAttempt((last) => last + 1), AGAIN_MS);
    };
    return () => {
      clearTimeout(again);
      source.close();
      setTelling(false);
    };
  }, [client, isVisible, attempt]);
  return isTelling;
}
