import type { SqlExecutor } from '#/db/sql-executor.ts';
import { createKeyedLoader, type KeyedLoader, keyText } from './keyed-loader.ts';
import { type Reads, readEach } from './read-each.ts';

export interface PageRequest<Key, Page> {
  key: Key;
  page: Page;
}

/** Lists that ask for the same page are one query. @param list rows name their key by its index and come in the list's order */
export function createPageLoader<Key extends { chainId: string }, Page, Row extends { keyIndex: number }>(
  reads: Reads,
  list: (db: SqlExecutor, keys: readonly Key[], page: Page) => Promise<readonly Row[]>,
): KeyedLoader<PageRequest<Key, Page>, Row[]> {
  return createKeyedLoader((all: readonly PageRequest<Key, Page>[]) =>
    readEach(
      reads,
      all,
      ({ key }) => key.chainId,
      async (db, requests) => {
        const groups = Map.groupBy(requests, ({ page }) => keyText(page));
        const pages = new Map<PageRequest<Key, Page>, Row[]>();
        for (const [first, ...others] of groups.values()) {
          if (first === undefined) continue;
          const group = [first, ...others];
          const rows = await list(
            db,
            group.map(({ key }) => key),
            first.page,
          );
          const byKey = Map.groupBy(rows, ({ keyIndex }) => keyIndex);
          for (const [index, request] of group.entries()) pages.set(request, byKey.get(index) ?? []);
        }
        return requests.map((request) => pages.get(request) ?? []);
      },
    ),
  );
}
