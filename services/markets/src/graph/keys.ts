import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { currencyRef } from './nodes.ts';

export function identityKey({ chainId, at }: ChainView, identityAddress: string) {
  return { chainId, identityAddress, at };
}

export function currencyAmount(view: ChainView, { currencyId, satoshis }: { currencyId: string; satoshis: bigint }) {
  return { currencyId, currency: currencyRef(view, currencyId), amount: satoshis, satoshis };
}
