import type { OutputRow } from '#/db/output-row.ts';
import type { ChainTransaction } from './read-transactions.ts';

/**
 * Every address and currency that rows of these blocks name, with the first block that does, block by block: what decides which id each
 * gets. So the order follows from the blocks alone, however they are cut into batches, and the native currency, which the first block
 * names, comes before all others.
 * @param currencies first height in the batch of each, in the order of heights
 * @param spentBefore outputs of earlier blocks that these spend; what they name has its id
 */
export function readNamedAddresses(
  currencies: ReadonlyMap<string, number>,
  transactions: readonly ChainTransaction[],
  spentBefore: readonly OutputRow[],
): Map<string, number> {
  const named = new Map<string, number>();
  const name = (address: string, height: number): void => {
    if (!named.has(address)) named.set(address, height);
  };
  const nameOwners = ({ height, addresses, holder, tokens }: OutputRow): void => {
    for (const address of addresses) name(address, height);
    if (holder !== null) name(holder, height);
    for (const { currencyId } of tokens) name(currencyId, height);
  };
  for (const output of spentBefore) nameOwners(output);
  const ofBlocks = [...currencies];
  let next = 0;
  const nameCurrencies = (heightMax: number): void => {
    for (let met = ofBlocks[next]; met !== undefined && met[1] <= heightMax; met = ofBlocks[next]) {
      name(...met);
      next += 1;
    }
  };
  for (const { height, outputs } of transactions) {
    nameCurrencies(height);
    for (const output of outputs) nameOwners(output);
  }
  nameCurrencies(Number.POSITIVE_INFINITY);
  return named;
}
