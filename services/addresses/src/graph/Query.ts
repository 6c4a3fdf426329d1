import { atMostOne } from '@ledgergraph/chain-kit/graph/arguments';
import { changesIn } from '@ledgergraph/chain-kit/graph/change-places';
import { readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { listAddressChanges } from '#/db/list-changes.ts';
import type { AddressParent } from './Address.ts';
import { listAddressBalances } from './list-address-balances.ts';
import { listAddressUtxos, sealedArguments, type UtxoArguments } from './list-address-utxos.ts';
import {
  type AddressArguments,
  type AddressesArguments,
  findKnownCurrencyId,
  type ListArguments,
  withCurrencyId,
} from './list-arguments.ts';
import { listHoldersOfCurrency } from './list-holders-of-currency.ts';
import { listTransactionsOfAddress, type TransactionArguments } from './list-transactions-of-address.ts';
import { listTransactionsOfWallet } from './list-transactions-of-wallet.ts';
import { listUtxosOfWallet } from './list-utxos-of-wallet.ts';
import type { AddressContext } from './loaders.ts';
import { readAddress } from './read-address.ts';
import { readAddressCount, readEachAddress, readWallet } from './read-addresses.ts';

/** Addresses that one query looks up. */
const ADDRESSES_MAX = 100;

/** Root fields. */
export const Query = {
  addressChanges: changesIn(listAddressChanges),

  async utxosOf(_: unknown, args: AddressesArguments & UtxoArguments, context: AddressContext) {
    const walk = await context.walk('utxosOf', sealedArguments(args), args);
    const filter = await withCurrencyId(context, walk.view, args);
    const addresses = await readWallet(context, walk.view, args);
    return listUtxosOfWallet(context, walk, { ...filter, addresses, isNow: args.asOf == null });
  },

  async transactionsOf(_: unknown, args: AddressesArguments & TransactionArguments, context: AddressContext) {
    const scope = { chainId: args.chainId, range: readWantedRange(args) };
    const walk = await context.walk('transactionsOf', { ...args }, scope);
    const filter = await withCurrencyId(context, walk.view, args);
    return listTransactionsOfWallet(context, walk, await readWallet(context, walk.view, args), filter);
  },

  async address(_: unknown, args: AddressArguments, context: AddressContext): Promise<AddressParent> {
    const view = await context.view(args.chainId, { asOf: args.asOf });
    return { view, address: await readAddress(context, view, args.address) };
  },

  async addresses(_: unknown, args: AddressesArguments, context: AddressContext): Promise<(AddressParent | Error)[]> {
    const texts = readAddressCount(args.addresses, 0, ADDRESSES_MAX);
    const view = await context.view(args.chainId, { asOf: args.asOf });
    const read = await readEachAddress(context, view, texts);
    return read.map((address) => (typeof address === 'string' ? { view, address } : address));
  },

  async addressBalances(_: unknown, args: AddressArguments & ListArguments, context: AddressContext) {
    const walk = await context.walk('addressBalances', { ...args }, args);
    return listAddressBalances(context, walk, await readAddress(context, walk.view, args.address));
  },

  async addressUtxos(_: unknown, args: AddressArguments & UtxoArguments, context: AddressContext) {
    const walk = await context.walk('addressUtxos', sealedArguments(args), args);
    const filter = await withCurrencyId(context, walk.view, args);
    return listAddressUtxos(context, walk, await readAddress(context, walk.view, args.address), {
      ...filter,
      isNow: args.asOf == null,
    });
  },

  async addressTransactions(_: unknown, args: AddressArguments & TransactionArguments, context: AddressContext) {
    const scope = { chainId: args.chainId, range: readWantedRange(args) };
    const walk = await context.walk('addressTransactions', { ...args }, scope);
    const filter = await withCurrencyId(context, walk.view, args);
    return listTransactionsOfAddress(context, walk, await readAddress(context, walk.view, args.address), filter);
  },

  async richList(
    _: unknown,
    args: ListArguments & { chainId?: string | null; currency?: string | null; currencyId?: string | null },
    context: AddressContext,
  ) {
    const walk = await context.walk('richList', { ...args }, { chainId: args.chainId });
    const given = atMostOne({ currency: args.currency, currencyId: args.currencyId });
    const currencyId = await findKnownCurrencyId(context, walk.view, given?.value, given?.name);
    return listHoldersOfCurrency(context, walk, currencyId);
  },
};
