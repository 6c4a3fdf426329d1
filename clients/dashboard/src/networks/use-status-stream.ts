import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { STATUS } from '#/api/query-keys.ts';
import { statusSchema } from './network-status.ts';

const AGAIN_MS = 30_000;

/**
 * Streams only while the page is visible, because browsers open few connections to a server for all tabs.
 * @returns false: the page has to poll
 */
export function useStatusStream(): boolean {
  const client = useQueryClient();
  const isVisible = useDocumentVisibility() === 'visible';
  const [isReporting, setReporting] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens another stream.
  useEffect(() => {
    if (!isVisible) return;
    const source = new EventSource('/status');
    let again: ReturnType<typeof setTimeout> | undefined;
    source.onmessage = ({ data }) => {
      const parsed = statusSchema.safeParse(JSON.parse(data));
      setReporting(parsed.success);
      if (!parsed.success) return;
      // A request that is under way at this moment would return an older state.
      void client.cancelQueries({ queryKey: STATUS }, { silent: true });
      client.setQueryData(STATUS, parsed.data);
    };
    // The gateway answers, but cannot read the state. The poll that starts now shows that on the page.
    source.addEventListener('unavailable', () => setReporting(false));
    source.onerror = () => {
      setReporting(false);
      // Otherwise the browser connects again by itself.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(() => setAttempt((last) => last + 1), AGAIN_MS);
    };
    return () => {
      clearTimeout(again);
      source.close();
      setReporting(false);
    };
  }, [client, isVisible, attempt]);
  return isReporting;
}
