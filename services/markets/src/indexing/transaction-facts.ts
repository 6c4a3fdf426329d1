import { deleteFactsAbove, type FactRow, insertFacts } from '#/db/fact-rows.ts';
import type { Family } from './family.ts';
import { readTransactionFacts } from './read-transaction-facts.ts';

/** Facts of transactions by which kinds of movements are decided. */
export const transactionFacts: Family<readonly FactRow[], readonly FactRow[]> = {
  read: readTransactionFacts,
  prepare: async (_, __, blocks) => blocks.flat(),
  write: insertFacts,
  revert: deleteFactsAbove,
};
