import { changesIn } from '@ledgergraph/chain-kit/graph/change-places';
import { readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { listAddressChanges } from '#/db/list-changes.ts';
import type { AddressParent } from './Address.ts';
import { listAddressBalances } from './list-address-balances.ts';
import { listAddressUtxos, type UtxoArguments } from './list-address-utxos.ts';
import {
  type AddressArguments,
  type AddressesArguments,
  type CurrencyArgument,
  findKnownCurrencyId,
  type ListArguments,
  type ViewArguments,
} from './list-arguments.ts';
import { type DeltaArguments, listDeltasOfAddress } from './list-deltas-of-address.ts';
import { listHoldersOfCurrency } from './list-holders-of-currency.ts';
import type { StatementArguments } from './list-statement.ts';
import { listStatementOfWallet } from './list-statement-of-wallet.ts';
import { listTransactionsOfAddress, type TransactionArguments } from './list-transactions-of-address.ts';
import { listTransactionsOfWallet } from './list-transactions-of-wallet.ts';
import { listUtxosOfWallet } from './list-utxos-of-wallet.ts';
import type { AddressContext } from './loaders.ts';
import { readAddress } from './read-address.ts';
import { readAddressCount, readEachAddress, readWallet } from './read-addresses.ts';

export const Query = {
  addressChanges: changesIn(listAddressChanges),

  async address(_: unknown, args: AddressArguments, context: AddressContext): Promise<AddressParent> {
    const view = await context.view(args.chainId, { asOf: args.asOf });
    return { view, address: await readAddress(context, view, args.address) };
  },

  async addresses(_: unknown, args: AddressesArguments, context: AddressContext): Promise<(AddressParent | Error)[]> {
    const texts = readAddressCount(args.addresses, 0);
    const view = await context.view(args.chainId, { asOf: args.asOf });
    const read = await readEachAddress(context, view, texts);
    return read.map((address) => (typeof address === 'string' ? { view, address } : address));
  },

  async addressBalances(_: unknown, args: AddressArguments & ListArguments, context: AddressContext) {
    const walk = await context.walk('addressBalances', { ...args }, args);
    return listAddressBalances(context, walk, await readAddress(context, walk.view, args.address));
  },

  async addressUtxos(_: unknown, args: AddressArguments & UtxoArguments, context: AddressContext) {
    const walk = await context.walk('addressUtxos', { ...args }, args);
    const address = await readAddress(context, walk.view, args.address);
    return listAddressUtxos(context, walk, address, { ...args, isNow: args.asOf == null });
  },

  async walletUtxos(_: unknown, args: AddressesArguments & UtxoArguments, context: AddressContext) {
    const walk = await context.walk('walletUtxos', { ...args }, args);
    const addresses = await readWallet(context, walk.view, args);
    return listUtxosOfWallet(context, walk, addresses, { ...args, isNow: args.asOf == null });
  },

  async addressDeltas(_: unknown, args: AddressArguments & DeltaArguments, context: AddressContext) {
    const walk = await context.walk('addressDeltas', { ...args }, { ...args, range: readWantedRange(args) });
    return listDeltasOfAddress(context, walk, await readAddress(context, walk.view, args.address), args);
  },

  async addressTransactions(_: unknown, args: AddressArguments & TransactionArguments, context: AddressContext) {
    const walk = await context.walk('addressTransactions', { ...args }, { ...args, range: readWantedRange(args) });
    return listTransactionsOfAddress(context, walk, await readAddress(context, walk.view, args.address), args);
  },

  async walletTransactions(_: unknown, args: AddressesArguments & TransactionArguments, context: AddressContext) {
    const walk = await context.walk('walletTransactions', { ...args }, { ...args, range: readWantedRange(args) });
    return listTransactionsOfWallet(context, walk, await readWallet(context, walk.view, args), args);
  },

  async walletStatement(_: unknown, args: AddressesArguments & StatementArguments, context: AddressContext) {
    const walk = await context.walk('walletStatement', { ...args }, { ...args, range: readWantedRange(args) });
    return listStatementOfWallet(context, walk, await readWallet(context, walk.view, args), args);
  },

  async richList(_: unknown, args: ViewArguments & ListArguments & CurrencyArgument, context: AddressContext) {
    const walk = await context.walk('richList', { ...args }, args);
    return listHoldersOfCurrency(context, walk, await findKnownCurrencyId(context, walk.view, args));
  },
};
