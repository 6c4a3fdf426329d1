import { request } from '@ledgergraph/dashboard-api/request';
import type {
  CreatedWebhook,
  DeliveryPage,
  NewWebhook,
  Replay,
  RotatedSecret,
  TestedWebhook,
  Webhook,
  WebhookChange,
  WebhookEventType,
} from '@ledgergraph/dashboard-api/webhook-contract';
import { type UseQueryResult, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { inTeam } from '#/api/query-keys.ts';
import { useTeam } from '#/teams/team-context.tsx';

const REFRESH_MS = 3_000;

export function useWebhooks(): UseQueryResult<Webhook[]> {
  const { id } = useTeam();
  return useQuery({
    queryKey: inTeam(id, 'webhooks'),
    queryFn: async ({ signal }) =>
      (await request<{ webhooks: Webhook[] }>(`/teams/${id}/webhooks`, { signal })).webhooks,
    refetchInterval: REFRESH_MS,
  });
}

export function useEventTypes(): UseQueryResult<WebhookEventType[]> {
  return useQuery({
    queryKey: ['webhook-event-types'],
    queryFn: async ({ signal }) =>
      (await request<{ eventTypes: WebhookEventType[] }>('/webhook-event-types', { signal })).eventTypes,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useDeliveries(webhookId: string) {
  const { id } = useTeam();
  return useInfiniteQuery({
    queryKey: inTeam(id, 'webhooks', webhookId, 'deliveries'),
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === null ? '' : `?${new URLSearchParams({ cursor: pageParam })}`;
      return request<DeliveryPage>(`/teams/${id}/webhooks/${webhookId}/deliveries${after}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: REFRESH_MS,
  });
}

/** After each change all webhook data is loaded again before the caller continues. */
export function useWebhookChanges() {
  const { id } = useTeam();
  const client = useQueryClient();
  const path = `/teams/${id}/webhooks`;
  const onSuccess = () => client.invalidateQueries({ queryKey: inTeam(id, 'webhooks') });
  const post = <Answer>(webhookId: string, action: string, body: unknown = {}) =>
    request<Answer>(`${path}/${webhookId}/${action}`, { method: 'POST', body });
  return {
    create: useMutation({
      mutationFn: (body: NewWebhook) => request<CreatedWebhook>(path, { method: 'POST', body }),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ webhookId, change }: { webhookId: string; change: WebhookChange }) =>
        request<Webhook>(`${path}/${webhookId}`, { method: 'PATCH', body: change }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (webhookId: string) => request<object>(`${path}/${webhookId}`, { method: 'DELETE', body: {} }),
      onSuccess,
    }),
    rotate: useMutation({
      mutationFn: (webhookId: string) => post<RotatedSecret>(webhookId, 'rotate-secret'),
      onSuccess,
    }),
    test: useMutation({ mutationFn: (webhookId: string) => post<TestedWebhook>(webhookId, 'test') }),
    replay: useMutation({
      mutationFn: ({ webhookId, from }: { webhookId: string; from: Replay }) =>
        post<Webhook>(webhookId, 'replay', from),
      onSuccess,
    }),
  };
}
