import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';

export interface Reward {
  vout: number;
  /** 0, 1, 2 … among the currencies of its output. */
  position: number;
  address: string;
  /** Null: the native currency. */
  currencyId: string | null;
  satoshis: bigint;
}

/** The first address that is not one of the protocol's own; undefined without one. */
export function readOwner({ addresses }: Pick<Output, 'addresses'>): string | undefined {
  return addresses.find((address) => !SYSTEM_ADDRESSES.has(address));
}

/** In the order of the outputs, native first. Reserves that a launch deposits there belong to no address. */
export function readRewards({ transactions }: Pick<Block, 'transactions'>): Reward[] {
  const outputs = transactions[0]?.outputs ?? [];
  return outputs.flatMap((output) => {
    const address = readOwner(output);
    if (address === undefined) return [];
    const native = { currencyId: null, satoshis: output.satoshis };
    return [native, ...output.currencyValues]
      .filter(({ satoshis }) => satoshis > 0n)
      .map(({ currencyId, satoshis }, position) => ({ vout: output.index, position, address, currencyId, satoshis }));
  });
}
