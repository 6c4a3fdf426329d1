import type { Values } from '#/gateway/gateway-client.ts';
import { connectionPage } from '#/gateway/values.ts';
import type { Call } from './method.ts';

/** A list whose first page came with its owner. One that is longer is read again in large pages, as `Call.pages` reads them. */
export async function wholeList(
  call: Call,
  first: Values,
  { query, variables, path }: { query: string; variables: Values; path: readonly string[] },
): Promise<readonly Values[]> {
  const { items, nextCursor } = connectionPage(first, path.at(-1) ?? '');
  if (nextCursor === null) {
    await call.charge(items.length);
    return items;
  }
  const all: Values[] = [];
  for await (const page of call.pages(query, variables, path)) all.push(...page.items);
  return all;
}
