import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

export interface QueryPanelProps<Data> {
  query: UseQueryResult<Data>;
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** Shows a placeholder while loading, a retry on failure, and marks stale data. */
export function QueryPanel<Data>({ query, rows = 3, children }: QueryPanelProps<Data>) {
  const retry = () => query.refetch();
  if (query.data === undefined && query.error === null) return <QueryOutline rows={rows} />;
  return (
    <Stack gap="md">
      {query.error !== null && <Failure error={query.error} onRetry={retry} isRetrying={query.isFetching} />}
      {query.data !== undefined && children(query.data)}
    </Stack>
  );
}

export function QueryOutline({ rows }: { rows: number }) {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity.
        <Skeleton key={row} height={44} radius="md" />
      ))}
    </Stack>
  );
}
