import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { ListedUtxo, UtxoFilter, UtxoKey } from '#/db/list-utxos.ts';
import { readPendingSpends } from './exclude-pending.ts';
import { type ListArguments, readCurrencyId } from './list-arguments.ts';
import type { AddressContext } from './loaders.ts';

export interface UtxoArguments extends ListArguments {
  currencyId?: string | null;
  spendableOnly?: boolean | null;
  excludePending?: boolean | null;
}

/** Arguments as a cursor holds them: without one that asks for nothing, so that cursors from before that argument stay good. */
export function sealedArguments<Args extends UtxoArguments>({ excludePending, ...args }: Args) {
  return excludePending === true ? { ...args, excludePending } : args;
}

/** Source object of UTXO. */
export interface UtxoParent extends Omit<ListedUtxo, 'keyIndex'> {
  view: ChainView;
  address: string;
  /** Block of the list's first page, and the newest change of the mempool that it saw; null: the list is read with an asOf. */
  poolAt: string | null;
}

/**
 * One page of an address's unspent outputs.
 * @param isNow the list is read without an asOf
 * @throws VALIDATION_ERROR naming `currencyId`
 */
export async function listAddressUtxos(
  context: AddressContext,
  walk: Walk,
  address: string,
  args: UtxoArguments & { isNow: boolean },
) {
  const { view, limit, after } = walk;
  const filter = readUtxoFilter(args);
  const key = utxoKey(view, address);
  const left = args.excludePending === true ? await listLeftOut(context, walk, key, filter, args.isNow) : undefined;
  const rows = await context.loaders.utxoPages.load({
    key,
    page: {
      ...filter,
      limit: limit + 1,
      after: after === null ? null : readPlace(after),
      excluded: left?.places ?? [],
    },
  });
  const seen = left === undefined ? [] : [String(left.serial)];
  const page = walk.page(rows, ({ height, txIndex, vout }) => [height, txIndex, vout, ...seen]);
  const poolAt = args.isNow ? [view.height, ...seen].join(' ') : null;
  return {
    ...page,
    utxos: page.rows.map((row): UtxoParent => ({ ...row, view, address, poolAt })),
    totalCount: async () => (await countUtxos(context, key, filter)) - (left?.places.length ?? 0),
  };
}

export function utxoKey(view: ChainView, address: string): UtxoKey {
  return { chainId: view.chainId, address, height: view.height, matureHeight: matureHeight(view) };
}

/** Places of the list that pending transactions spend, and the newest change of the mempool that counts. */
async function listLeftOut(context: AddressContext, walk: Walk, key: UtxoKey, filter: UtxoFilter, isNow: boolean) {
  const request = { isNow, serial: walk.after?.[3], addresses: [key.address] };
  const { serial, outpoints } = await readPendingSpends(context, walk, request);
  return { serial, places: await context.loaders.listedPlaces(key, filter, outpoints) };
}

/** @throws VALIDATION_ERROR naming `currencyId` */
export function readUtxoFilter({ currencyId, spendableOnly }: UtxoArguments): UtxoFilter {
  return { currencyId: readCurrencyId(currencyId), spendableOnly: spendableOnly ?? false };
}

/** Highest coinbase that the block after this one may spend (consensus: spending height - its height >= maturity). */
export function matureHeight({ height, network }: ChainView): number {
  return height + 1 - network.finalityDepth;
}

export function readPlace([height, txIndex, vout]: NonNullable<Walk['after']>) {
  return { height: Number(height), txIndex: Number(txIndex), vout: Number(vout) };
}

/** Out of the running totals; what waits is subtracted: outputs come of age, and their guards open, without a row. */
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
  const [waiting] = await loaders.waitingCounts.load({ key, page: { currencyId } });
  return state.spendableUtxoCount - (waiting?.count ?? 0);
}
