import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import { countWalletUtxos, listWalletUtxos, type UtxoWallet } from '#/db/list-wallet-utxos.ts';
import { readLeftOut } from './exclude-pending.ts';
import {
  matureHeight,
  readMoment,
  readUtxoFilter,
  type UtxoArguments,
  utxoPage,
  wantedRows,
} from './list-address-utxos.ts';
import type { AddressContext } from './loaders.ts';

/** @param addresses each once @param args `isNow`: the list is read without an asOf @throws as `findCurrencyId` and `readLeftOut` */
export async function listUtxosOfWallet(
  context: AddressContext,
  walk: Walk,
  addresses: readonly string[],
  args: UtxoArguments & { isNow: boolean },
) {
  const { view } = walk;
  const { chainId, height } = view;
  const filter = await readUtxoFilter(context, view, args);
  const wallet: UtxoWallet = { chainId, addresses, height, matureHeight: matureHeight(view) };
  const left = await readLeftOut(context, walk, wallet, { ...filter, ...readMoment(args) });
  const db = await context.reads(chainId);
  const order = args.order ?? 'DESC';
  const rows = await listWalletUtxos(db, wallet, { ...filter, ...wantedRows(walk, left), order });
  return {
    ...utxoPage(walk, rows, { left, isNow: args.isNow }),
    totalCount: async () => (await countWalletUtxos(db, wallet, filter)) - left.places.length,
  };
}
