import type { Page } from '../../method.ts';
import { inNodesOrder } from './order-deltas.ts';

const paid = (txid: string, vout: number) => ({ txid, vout, spent: null });
const spent = (txid: string, inputIndex: number) => ({ txid, vout: null, spent: { inputIndex } });

async function* pagesOf(...pages: Page['items'][]): AsyncGenerator<Page, void, void> {
  for (const items of pages) yield { items, connection: {} };
}

test('a transaction that goes on over pages is one, in the order of the bytes of its indexes', async () => {
  const pages = pagesOf(
    [paid('a', 0), paid('b', 1), paid('b', 256)],
    [spent('b', 2)],
    [spent('b', 1), spent('b', 513), paid('c', 7)],
  );
  const parts: unknown[] = [];
  for await (const part of inNodesOrder(pages)) parts.push(part);
  expect(parts).toEqual([
    [paid('a', 0)],
    [paid('b', 256), paid('b', 1), spent('b', 1), spent('b', 513), spent('b', 2)],
    [paid('c', 7)],
  ]);
});

test('no page has nothing', async () => {
  for await (const part of inNodesOrder(pagesOf([]))) expect(part).toEqual([]);
});
