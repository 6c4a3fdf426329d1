import type { ExportList } from './export-list.ts';
import { addressTransactions } from './lists/address-transactions.ts';
import { blocks } from './lists/blocks.ts';
import { candles } from './lists/candles.ts';
import { conversions } from './lists/conversions.ts';
import { richList } from './lists/rich-list.ts';
import { statement } from './lists/statement.ts';

export const EXPORT_LISTS: ReadonlyMap<string, ExportList> = new Map(
  [addressTransactions, blocks, candles, conversions, richList, statement].map((list) => [list.name, list]),
);
