import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

export interface QueryPanelProps<Data> {
  query: UseQueryResult<Data>;
  /** Rows of the placeholder, about as high as what will stand here. */
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** One answer's place: its outline while it is on the way, a way on where it does not come, and old news marked as such. */
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

/** The outline of what is on its way. */
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
