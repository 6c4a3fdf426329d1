import type { Mails } from '@ledgergraph/dashboard-api/contract';
import { request } from '@ledgergraph/dashboard-api/request';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { MAILS } from '#/api/query-keys.ts';

/** Loaded once: a page does not change its words while it is open. */
export function useMails(): UseQueryResult<Mails> {
  return useQuery({
    queryKey: MAILS,
    queryFn: ({ signal }) => request<Mails>('/mails', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
