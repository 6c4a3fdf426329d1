import type { StateObject } from './currency-object.ts';
import type { Context } from './loaders.ts';

interface ImportReference {
  chainId: string;
  txid: string;
  index: number;
  at: number | null;
  currencyId: string;
  blockHeight: number;
}

export const Import = {
  __resolveReference: (reference: ImportReference): ImportReference => reference,

  async state(
    { chainId, txid, index, at, currencyId, blockHeight }: ImportReference,
    _args: unknown,
    context: Context,
  ): Promise<StateObject | null> {
    const view = await context.view(chainId, { at });
    if (blockHeight > view.height) return null;
    const row = await context.loaders.importState.load({ chainId, currencyId, txid, height: blockHeight, vout: index });
    return row === null ? null : { view, currencyId, row, supplyHeight: row.height };
  },
};
