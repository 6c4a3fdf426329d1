import type { Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import type { PoolChange } from '#/db/pool-rows.ts';

/**
 * As the node's address index (docs/verus/addresses.md#index) and the addresses service.
 * @returns amounts with the native currency first
 */
export function computeAddressChanges(
  chainId: string,
  spent: readonly Output[],
  created: readonly Output[],
): PoolChange[] {
  const sums = new Map<string, Map<string, bigint>>();
  for (const output of spent) addOutput(sums, output, chainId, -1n);
  for (const output of created) addOutput(sums, output, chainId, 1n);
  return Array.from(sums, ([address, amounts]) => ({
    address,
    amounts: Array.from(amounts, ([currencyId, satoshis]) => ({ currencyId, satoshis }))
      .filter(({ satoshis }) => satoshis !== 0n)
      .sort(
        (a, b) =>
          Number(b.currencyId === chainId) - Number(a.currencyId === chainId) || (a.currencyId < b.currencyId ? -1 : 1),
      ),
  }));
}

function addOutput(sums: Map<string, Map<string, bigint>>, output: Output, chainId: string, sign: 1n | -1n): void {
  for (const address of readIndexedAddresses(output)) {
    const amounts = sums.get(address) ?? new Map<string, bigint>();
    sums.set(address, amounts);
    const add = (currencyId: string, satoshis: bigint): void => {
      amounts.set(currencyId, (amounts.get(currencyId) ?? 0n) + sign * satoshis);
    };
    if (output.satoshis !== 0n) add(chainId, output.satoshis);
    for (const { currencyId, satoshis } of output.currencyValues) add(currencyId, satoshis);
  }
}
