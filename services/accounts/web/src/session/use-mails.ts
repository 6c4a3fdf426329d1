import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Mails } from '#/dashboard/contract.ts';
import { MAILS } from '#web/api/query-keys.ts';
import { request } from '#web/api/request.ts';

/** Loads whether this installation sends mails; a page does not change its words while it is open. */
export function useMails(): UseQueryResult<Mails> {
  return useQuery({
    queryKey: MAILS,
    queryFn: ({ signal }) => request<Mails>('/mails', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
