import type { Values } from '#/gateway/gateway-client.ts';
import { connectionPage } from '#/gateway/values.ts';
import type { Call } from './method.ts';

interface Again {
  query: string;
  variables: Values;
  path: readonly string[];
}

/** A list whose first page came with its owner. One that is longer is read again in large pages, as `Call.pages` reads them. */
export async function* pagesFrom(
  call: Call,
  first: Values,
  { query, variables, path }: Again,
): AsyncGenerator<readonly Values[], void, void> {
  const { items, nextCursor } = connectionPage(first, path.at(-1) ?? '');
  if (nextCursor === null) {
    await call.charge(items.length);
    yield items;
  } else for await (const page of call.pages(query, variables, path)) yield page.items;
}

/** For a list that a transaction bounds. */
export async function wholeList(call: Call, first: Values, again: Again): Promise<readonly Values[]> {
  const all: Values[] = [];
  for await (const items of pagesFrom(call, first, again)) all.push(...items);
  return all;
}
