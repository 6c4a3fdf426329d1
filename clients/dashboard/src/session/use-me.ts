import type { Me } from '@ledgergraph/dashboard-api/contract';
import { request } from '@ledgergraph/dashboard-api/request';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { ME } from '#/api/query-keys.ts';

/** Fails with SIGNED_OUT without a session. */
export function useSession(): UseQueryResult<Me> {
  return useQuery({ queryKey: ME, queryFn: ({ signal }) => request<Me>('/me', { signal }), staleTime: 30_000 });
}

export const MeContext = createContext<Me | undefined>(undefined);

/** Works only below `RequireSession`. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === undefined) throw new Error('useMe outside of RequireSession');
  return me;
}
