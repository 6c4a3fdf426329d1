import { Button, Center } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { QueryOutline } from './query-panel.tsx';

export interface PagedListProps<Page, Item> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  itemsOf: (page: Page) => Item[];
  /** Placeholder rows while the first page loads. */
  rows: number;
  more: string;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

export function PagedList<Page, Item>({ query, itemsOf, rows, more, empty, children }: PagedListProps<Page, Item>) {
  const items = query.data?.pages.flatMap(itemsOf);
  return (
    <>
      {query.error !== null && (
        <Failure
          error={query.error}
          onRetry={() => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          isRetrying={query.isFetching}
        />
      )}
      {items === undefined && query.error === null && <QueryOutline rows={rows} />}
      {items !== undefined && (items.length === 0 ? empty : children(items))}
      {query.hasNextPage && (
        <Center>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {more}
          </Button>
        </Center>
      )}
    </>
  );
}
