import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import { countWalletUtxos, listWalletUtxos, type UtxoWallet } from '#/db/list-wallet-utxos.ts';
import { matureHeight, readPlace, readUtxoFilter, type UtxoArguments, type UtxoParent } from './list-address-utxos.ts';

/**
 * One page of the unspent outputs of several addresses, as if they were one wallet.
 * @param addresses each once
 * @param args `isNow`: the list is read without an asOf
 * @throws VALIDATION_ERROR naming `currencyId`
 */
export async function listUtxosOfWallet(
  db: SqlExecutor,
  walk: Walk,
  addresses: readonly string[],
  args: UtxoArguments & { isNow: boolean },
) {
  const { view, limit, after } = walk;
  const { chainId, height } = view;
  const filter = readUtxoFilter(args);
  const wallet: UtxoWallet = { chainId, addresses, height, matureHeight: matureHeight(view) };
  const rows = await listWalletUtxos(db, wallet, {
    ...filter,
    limit: limit + 1,
    after: after === null ? null : readPlace(after),
  });
  const page = walk.page(rows, ({ height, txIndex, vout }) => [height, txIndex, vout]);
  return {
    ...page,
    utxos: page.rows.map((row): UtxoParent => ({ ...row, view, poolAt: args.isNow ? String(height) : null })),
    totalCount: () => countWalletUtxos(db, wallet, filter),
  };
}
