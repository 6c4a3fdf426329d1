import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readWantedRange, type WantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { parseAddress, SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { NO_BALANCE } from '#/db/balance-state.ts';
import { listAddressBalances } from './list-address-balances.ts';
import { listAddressUtxos, type UtxoArguments } from './list-address-utxos.ts';
import { findCurrencyId, findKnownCurrencyId, type ListArguments } from './list-arguments.ts';
import { type HistoryArguments, listBalanceHistoryOf } from './list-balance-history.ts';
import { listStatement, type StatementArguments } from './list-statement.ts';
import { listTransactionsOfAddress } from './list-transactions-of-address.ts';
import type { AddressContext } from './loaders.ts';

export interface AddressParent {
  view: ChainView;
  address: string;
}

export interface AddressReference {
  chainId: string;
  address: string;
  at?: number | null;
}

export const Address = {
  __resolveReference: (reference: AddressReference, context: AddressContext) => resolveAddress(reference, context),

  chainId: ({ view }: AddressParent) => view.chainId,
  at: ({ view }: AddressParent) => view.at,
  type: ({ address }: AddressParent) => parseAddress(address)?.kind,
  isSystem: ({ address }: AddressParent) => SYSTEM_ADDRESSES.has(address),

  balance: async (parent: AddressParent, _: unknown, context: AddressContext) =>
    (await loadNative(parent, context)).balance,
  balanceParts: (parent: AddressParent): AddressParent => parent,
  received: async (parent: AddressParent, _: unknown, context: AddressContext) =>
    (await loadNative(parent, context)).received,
  sent: async (parent: AddressParent, _: unknown, context: AddressContext) => {
    const { received, balance } = await loadNative(parent, context);
    return received - balance;
  },

  txCount: async (parent: AddressParent, _: unknown, context: AddressContext) =>
    (await loadActivity(parent, context))?.txCount ?? 0,
  utxoCount: async (parent: AddressParent, _: unknown, context: AddressContext) =>
    (await loadActivity(parent, context))?.utxoCount ?? 0,
  firstSeenHeight: async (parent: AddressParent, _: unknown, context: AddressContext) =>
    (await loadActivity(parent, context))?.firstHeight,
  lastSeenHeight: async (parent: AddressParent, _: unknown, context: AddressContext) =>
    (await loadActivity(parent, context))?.lastHeight,

  /** Only i-addresses belong to identities. */
  identity: ({ view, address }: AddressParent) =>
    parseAddress(address)?.kind === 'IDENTITY'
      ? { chainId: view.chainId, identityAddress: address, at: view.at }
      : null,

  async balances(parent: AddressParent, args: ListArguments, context: AddressContext) {
    return listAddressBalances(context, await openWalk('balances', parent, args, context), parent.address);
  },
  async utxos(parent: AddressParent, args: UtxoArguments, context: AddressContext) {
    const walk = await openWalk('utxos', parent, args, context);
    return listAddressUtxos(context, walk, parent.address, { ...args, isNow: parent.view.at === null });
  },
  async transactions(parent: AddressParent, args: ListArguments, context: AddressContext) {
    const walk = await openWalk('transactions', parent, args, context);
    return listTransactionsOfAddress(context, walk, parent.address, args);
  },
  async balanceHistory(parent: AddressParent, args: HistoryArguments, context: AddressContext) {
    const walk = await openWalk('balanceHistory', parent, args, context);
    const currencyId = (await findCurrencyId(context, walk.view, args)) ?? walk.view.chainId;
    return listBalanceHistoryOf(context, walk, parent.address, { ...args, currencyId });
  },
  async statement(parent: AddressParent, args: StatementArguments, context: AddressContext) {
    const walk = await openWalk('statement', parent, args, context, readWantedRange(args));
    const currencyId = await findKnownCurrencyId(context, walk.view, args);
    return listStatement(context, walk, parent.address, { currencyId, order: args.order ?? 'ASC' });
  },
};

/** @param range heights and times, if a client may bound the list */
function openWalk(
  field: string,
  { view, address }: AddressParent,
  args: ListArguments,
  context: AddressContext,
  range?: WantedRange,
) {
  const { chainId, at } = view;
  return context.walk(`Address.${field}`, { ...args }, { chainId, at, keys: { address }, range });
}

export async function resolveAddress(
  { chainId, address, at }: AddressReference,
  context: AddressContext,
): Promise<AddressParent | null> {
  const kind = parseAddress(address)?.kind;
  if (kind === undefined || kind === 'INDEX') return null;
  return { view: await context.view(chainId, { at }), address };
}

export async function loadNative({ view, address }: AddressParent, { loaders }: AddressContext) {
  const { chainId, height } = view;
  return (await loaders.balances.load({ chainId, address, currencyId: chainId, height })) ?? NO_BALANCE;
}

function loadActivity({ view, address }: AddressParent, { loaders }: AddressContext) {
  return loaders.activities.load({ chainId: view.chainId, address, height: view.height });
}
