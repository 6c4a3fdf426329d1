import { ApiError, GENERAL_MESSAGES } from '@ledgergraph/dashboard-api/api-error';
import { reach } from '@ledgergraph/dashboard-api/request';
import { useQuery } from '@tanstack/react-query';
import { STATUS } from '#/api/query-keys.ts';
import { statusSchema } from './network-status.ts';
import { useStatusStream } from './use-status-stream.ts';

const POLL_MS = 2_000;

/** From the gateway's stream, else polled every two seconds; only while the page is visible. */
export function useStatus() {
  const isStreamed = useStatusStream();
  return useQuery({
    queryKey: STATUS,
    queryFn: async ({ signal }) => {
      const response = await reach('/status', { signal, headers: { accept: 'application/json' } });
      const parsed = statusSchema.safeParse(await response.json().catch(() => undefined));
      if (!response.ok || !parsed.success) throw new ApiError('UNAVAILABLE', GENERAL_MESSAGES.UNAVAILABLE);
      return parsed.data;
    },
    refetchInterval: isStreamed ? false : POLL_MS,
    // The next poll is the retry.
    retry: false,
    staleTime: 0,
  });
}
