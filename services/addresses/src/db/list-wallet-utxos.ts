import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import {
  carriedOf,
  type ListedUtxo,
  placeColumns,
  readStoredParts,
  type StoredParts,
  type UtxoFilter,
  type UtxoPage,
} from './list-utxos.ts';
import { firstRows, sampledRanges, type Wallet } from './wallet.ts';
import { COUNT_WALLET_UTXOS, WALLET_UTXOS } from './wallet-utxo-statements.ts';

/** A wallet, and the last height whose coinbases can be spent in the block after it. */
export interface UtxoWallet extends Wallet {
  matureHeight: number;
}

/** An unspent output of a wallet. */
export interface WalletUtxo extends Omit<ListedUtxo, 'keyIndex'> {
  /** The first of the wallet's addresses that it names. */
  address: string;
}

interface ListedRow extends Omit<WalletUtxo, 'tokens' | 'address' | 'script'>, StoredParts {
  /** Those of the wallet's addresses that it names. */
  owners: string[];
}

/** Outputs that were unspent at the wallet's height, newest first, each once whichever of the addresses it names. */
export async function listWalletUtxos(db: SqlExecutor, wallet: UtxoWallet, page: UtxoPage): Promise<WalletUtxo[]> {
  const { after, limit, excluded = [] } = page;
  const { links, parameters } = walletParameters(wallet, page);
  const rows = await db.$queryRawUnsafe<ListedRow[]>(
    WALLET_UTXOS[links],
    ...parameters,
    after?.height ?? wallet.height + 1,
    after?.txIndex ?? -1,
    after?.vout ?? -1,
    limit,
    firstRows(wallet, limit),
    sampledRanges(wallet),
    ...placeColumns(excluded),
  );
  const firstOf = firstListed(wallet);
  return rows.map(({ owners, ...row }) => ({ ...readStoredParts(row), address: firstOf(owners) }));
}

/** Returns a function that finds the one of some addresses that the wallet lists first. */
function firstListed({ addresses }: Wallet): (some: readonly string[]) => string {
  const places = new Map(addresses.map((address, place) => [address, place]));
  const placeOf = (address: string) => places.get(address) ?? addresses.length;
  return (some) => some.reduce((first, other) => (placeOf(other) < placeOf(first) ? other : first));
}

/** Counts the outputs of the whole list. It reads a link to each, so its time grows with their number. */
export async function countWalletUtxos(db: SqlExecutor, wallet: UtxoWallet, filter: UtxoFilter): Promise<number> {
  const { links, parameters } = walletParameters(wallet, filter);
  const [row] = await db.$queryRawUnsafe<{ count: number }[]>(COUNT_WALLET_UTXOS[links], ...parameters);
  return row?.count ?? 0;
}

/** Parameters $1 to $6 of each statement. */
function walletParameters(
  { chainId, addresses, height, matureHeight }: UtxoWallet,
  { currencyId, spendableOnly }: UtxoFilter,
) {
  const { links, carried } = carriedOf(chainId, currencyId);
  return { links, parameters: [chainId, addresses, height, matureHeight, carried, spendableOnly] };
}
