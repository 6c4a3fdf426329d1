import type { CreatedKey, Key, KeyChange, KeyPage, NewKey } from '@ledgergraph/dashboard-api/contract';
import { request } from '@ledgergraph/dashboard-api/request';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { inTeam } from '#/api/query-keys.ts';
import { useHeldKey } from '#/session/held-key.tsx';
import { useTeam } from '#/teams/team-context.tsx';

export function useKeys() {
  const { id } = useTeam();
  return useInfiniteQuery({
    queryKey: inTeam(id, 'keys'),
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === null ? '' : `?${new URLSearchParams({ cursor: pageParam })}`;
      return request<KeyPage>(`/teams/${id}/keys${after}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** After each change the list is loaded again before the caller continues. */
export function useKeyChanges() {
  const { id } = useTeam();
  const client = useQueryClient();
  const { hold } = useHeldKey();
  const path = `/teams/${id}/keys`;
  const refresh = () => client.invalidateQueries({ queryKey: inTeam(id, 'keys') });
  const keep = ({ value, key }: CreatedKey) => {
    hold({ teamId: id, environment: key.environment, value });
    return refresh();
  };
  return {
    create: useMutation({
      mutationFn: (body: NewKey) => request<CreatedKey>(path, { method: 'POST', body }),
      onSuccess: keep,
    }),
    change: useMutation({
      mutationFn: ({ key, change }: { key: Key; change: KeyChange }) =>
        request<Key>(`${path}/${key.id}`, { method: 'PATCH', body: change }),
      onSuccess: refresh,
    }),
    rotate: useMutation({
      mutationFn: ({ key, graceSeconds }: { key: Key; graceSeconds: number }) =>
        request<CreatedKey>(`${path}/${key.id}/rotate`, { method: 'POST', body: { graceSeconds } }),
      onSuccess: keep,
    }),
    permitSending: useMutation({
      mutationFn: ({ key, maySend }: { key: Key; maySend: boolean }) =>
        request<Key>(`${path}/${key.id}/${maySend ? 'allow' : 'forbid'}-sending`, { method: 'POST', body: {} }),
      onSuccess: refresh,
    }),
    revoke: useMutation({
      mutationFn: (key: Key) => request<Key>(`${path}/${key.id}/revoke`, { method: 'POST', body: {} }),
      onSuccess: refresh,
    }),
  };
}
