import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';

/** One currency that an output of a coinbase pays to an address. */
export interface Reward {
  vout: number;
  /** 0, 1, 2 … among the currencies of its output. */
  position: number;
  address: string;
  /** Null: the native currency. */
  currencyId: string | null;
  satoshis: bigint;
}

/** Address that an output belongs to: the first that is not one of the protocol's own; undefined: it belongs to none. */
export function readOwner({ addresses }: Pick<Output, 'addresses'>): string | undefined {
  return addresses.find((address) => !SYSTEM_ADDRESSES.has(address));
}

/** Payouts of a coinbase, in the order of its outputs, native currency first. Reserves that a launch deposits there belong to no address. */
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
