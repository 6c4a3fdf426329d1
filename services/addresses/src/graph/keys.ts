import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { CurrencyValue } from '#/db/output-row.ts';
import type { AddressContext } from './loaders.ts';

export interface CurrencyKey {
  chainId: string;
  currencyId: string;
  at: number | null;
}

export function currencyKey({ chainId, at }: ChainView, currencyId: string): CurrencyKey {
  return { chainId, currencyId, at };
}

export function currencyAmount(view: ChainView, { currencyId, satoshis }: CurrencyValue) {
  return { currencyId, currency: currencyKey(view, currencyId), amount: satoshis, satoshis };
}

/** The hash of a block is stored once, with the block. */
export async function blockKey(context: AddressContext, { chainId, at }: ChainView, height: number) {
  return { chainId, hash: (await getBlock(context, chainId, height)).hash, at };
}

export async function blockTime(context: AddressContext, { chainId }: ChainView, height: number): Promise<number> {
  return (await getBlock(context, chainId, height)).time;
}

async function getBlock(context: AddressContext, chainId: string, height: number) {
  const block = await context.loaders.blocks.load({ chainId, height });
  // Rows and applied blocks change in one transaction: only a reorganisation during this request separates them, and then the lost pin
  // replaces the whole answer.
  if (block === null) throw new Error(`no applied block at height ${height}`);
  return block;
}
