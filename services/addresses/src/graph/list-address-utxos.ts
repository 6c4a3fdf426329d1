import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { UtxoFilter, UtxoKey, UtxoPage } from '#/db/list-utxos.ts';
import type { WalletUtxo } from '#/db/list-wallet-utxos.ts';
import { type LeftOut, readLeftOut } from './exclude-pending.ts';
import { type CurrencyArgument, findCurrencyId, type ListArguments } from './list-arguments.ts';
import type { AddressContext } from './loaders.ts';

export interface UtxoArguments extends ListArguments, CurrencyArgument {
  spendableOnly?: boolean | null;
  excludePending?: boolean | null;
  order?: 'ASC' | 'DESC' | null;
}

export interface UtxoParent extends WalletUtxo {
  view: ChainView;
  /** Block and newest mempool change of the list's first page; null: the list is read with an asOf. */
  poolAt: string | null;
}

/** @param isNow the list is read without an asOf @throws as `findCurrencyId` and `readLeftOut` */
export async function listAddressUtxos(
  context: AddressContext,
  walk: Walk,
  address: string,
  args: UtxoArguments & { isNow: boolean },
) {
  const key = utxoKey(walk.view, address);
  const filter = await readUtxoFilter(context, walk.view, args);
  const left = await readLeftOut(context, walk, { ...key, addresses: [address] }, { ...filter, ...readMoment(args) });
  const rows = await context.loaders.utxoPages.load({
    key,
    page: { ...filter, ...wantedRows(walk, left), order: args.order ?? 'DESC', chainId: key.chainId },
  });
  return {
    ...utxoPage(
      walk,
      rows.map((row) => ({ ...row, foundBy: [address] })),
      { left, isNow: args.isNow },
    ),
    totalCount: async () => (await countUtxos(context, key, filter)) - left.places.length,
  };
}

export function readMoment({ excludePending, isNow }: UtxoArguments & { isNow: boolean }) {
  return { excludePending: excludePending === true, isNow };
}

/** One more row than a page shows reveals that there are more. */
export function wantedRows({ limit, after }: Walk, { places }: LeftOut): Omit<UtxoPage, keyof UtxoFilter> {
  return { limit: limit + 1, after: after === null ? null : readPlace(after), excluded: places };
}

export function utxoPage(
  walk: Walk,
  rows: readonly WalletUtxo[],
  { left: { serial }, isNow }: { left: LeftOut; isNow: boolean },
) {
  const { view } = walk;
  const page = walk.page(rows, ({ height, txIndex, vout }) => [height, txIndex, vout, ...serial]);
  const poolAt = isNow ? [view.height, ...serial].join(' ') : null;
  return { ...page, utxos: page.rows.map((row): UtxoParent => ({ ...row, view, poolAt })) };
}

export function utxoKey(view: ChainView, address: string): UtxoKey {
  return { chainId: view.chainId, address, height: view.height, matureHeight: matureHeight(view) };
}

export async function readUtxoFilter(
  context: AddressContext,
  view: ChainView,
  args: UtxoArguments,
): Promise<UtxoFilter> {
  return { currencyId: await findCurrencyId(context, view, args), spendableOnly: args.spendableOnly ?? false };
}

/** Highest coinbase that the next block may spend (consensus: spending height - its height >= maturity). */
export function matureHeight({ height, network }: ChainView): number {
  return height + 1 - network.finalityDepth;
}

function readPlace([height, txIndex, vout]: NonNullable<Walk['after']>) {
  return { height: Number(height), txIndex: Number(txIndex), vout: Number(vout) };
}

/** Running totals minus locked outputs: outputs mature and guards open without a row. */
async function countUtxos(context: AddressContext, key: UtxoKey, filter: UtxoFilter): Promise<number> {
  const { currencyId, spendableOnly } = filter;
  const { chainId, address, height } = key;
  const { loaders } = context;
  const state =
    currencyId === null
      ? await loaders.activities.load({ chainId, address, height })
      : await loaders.balances.load({ chainId, address, currencyId, height });
  if (state === null) return 0;
  if (!spendableOnly) return state.utxoCount;
  const [locked] = await loaders.lockedCounts.load({ key, page: { currencyId, chainId } });
  return state.spendableUtxoCount - (locked?.count ?? 0);
}
