import DataLoader from 'dataloader';

/** One page of the list that a key names. */
export interface PageRequest<Key, Page> {
  key: Key;
  page: Page;
}

/**
 * Loads pages of lists: the lists of all objects in one answer that ask for the same page are one query.
 * @param list rows name their key by its index and come in the list's order
 */
export function createPageLoader<Key, Page, Row extends { keyIndex: number }>(
  list: (keys: readonly Key[], page: Page) => Promise<readonly Row[]>,
): DataLoader<PageRequest<Key, Page>, Row[], string> {
  return new DataLoader<PageRequest<Key, Page>, Row[], string>(
    async (requests) => {
      const groups = Map.groupBy(requests, ({ page }) => text(page));
      const pages = new Map<PageRequest<Key, Page>, Row[]>();
      for (const [first, ...others] of groups.values()) {
        if (first === undefined) continue;
        const group = [first, ...others];
        const rows = await list(
          group.map(({ key }) => key),
          first.page,
        );
        const byKey = Map.groupBy(rows, ({ keyIndex }) => keyIndex);
        for (const [index, request] of group.entries()) pages.set(request, byKey.get(index) ?? []);
      }
      return requests.map((request) => pages.get(request) ?? []);
    },
    { cacheKeyFn: text },
  );
}

/** Equal requests give equal text; positions hold amounts, which JSON does not know. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `${member}n` : member));
}
