import { createReadLoader, type KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { type BlockRequest, type BlockRow, findBlockRows } from '#/db/block-rows.ts';

/** Loaders of one request: a page of blocks is one query. */
export interface Loaders {
  blockRow: KeyedLoader<BlockRequest, BlockRow | null>;
}

export type Context = ReadContext<Loaders>;

export function createLoaders({ reads }: Pick<Context, 'reads'>): Loaders {
  return { blockRow: createReadLoader(reads, findBlockRows) };
}
