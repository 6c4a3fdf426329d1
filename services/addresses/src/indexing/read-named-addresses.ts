import type { NamedAddress } from '#/db/addresses.ts';
import type { OutputRow } from '#/db/output-row.ts';
import type { ChainTransaction } from './read-transactions.ts';

/**
 * Every address and currency that rows of these blocks name, block by block: what decides which id each gets. So the order follows from
 * the blocks alone, however they are cut into batches, and the native currency, which the first block names, comes before all others.
 * @param currencies first height in the batch of each
 */
export function readNamedAddresses(
  currencies: ReadonlyMap<string, number>,
  transactions: readonly ChainTransaction[],
): NamedAddress[] {
  const ofBlocks = [...currencies].map(([address, height]) => ({ address, height }));
  const ofOutputs = transactions.flatMap(({ outputs }) => readOwners(outputs));
  return [...ofBlocks, ...ofOutputs].sort((a, b) => a.height - b.height);
}

/** The addresses and currencies that outputs name. */
export function readOwners(outputs: readonly OutputRow[]): NamedAddress[] {
  return outputs.flatMap(({ height, addresses, holder, tokens }) =>
    [...addresses, ...(holder === null ? [] : [holder]), ...tokens.map(({ currencyId }) => currencyId)].map(
      (address) => ({ address, height }),
    ),
  );
}
