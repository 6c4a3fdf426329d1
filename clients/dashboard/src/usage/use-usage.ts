import type { Usage } from '@ledgergraph/dashboard-api/contract';
import { readPages, request } from '@ledgergraph/dashboard-api/request';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { inTeam } from '#/api/query-keys.ts';
import { useTeam } from '#/teams/team-context.tsx';
import type { Period } from './period.ts';
import { joinUsage, type UsageRows } from './usage-table-rows.ts';

/** The most rows that a page may have. */
const PAGE = 5_000;
const REFRESH_MS = 5_000;
/** Interval for several pages. */
const SELDOM_MS = 60_000;

export function useUsage({ from, to }: Pick<Period, 'from' | 'to'>): UseQueryResult<UsageRows> {
  const { id } = useTeam();
  return useQuery({
    queryKey: inTeam(id, 'usage', from, to),
    queryFn: async ({ signal }) => {
      const ask = (path: string) => request<Usage>(path, { signal });
      return joinUsage(await readPages(ask, `/teams/${id}/usage`, { from, to, limit: String(PAGE) }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.calls.length <= PAGE ? REFRESH_MS : SELDOM_MS,
  });
}
