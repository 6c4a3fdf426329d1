import type { ExportList } from './export-list.ts';
import { addressTransactions } from './lists/address-transactions.ts';
import { blocks } from './lists/blocks.ts';
import { richList } from './lists/rich-list.ts';

/** The lists that can be exported, by name. */
export const EXPORT_LISTS: ReadonlyMap<string, ExportList> = new Map(
  [addressTransactions, blocks, richList].map((list) => [list.name, list]),
);
