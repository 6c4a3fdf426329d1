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

export interface UtxoWallet extends Wallet {
  matureHeight: number;
}

export interface WalletUtxo extends Omit<ListedUtxo, 'keyIndex'> {
  address: string;
}

interface ListedRow extends Omit<WalletUtxo, 'tokens' | 'address' | 'script'>, StoredParts {
  owners: string[];
}

/** Newest first, each once whichever of the addresses it names. */
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

function firstListed({ addresses }: Wallet): (some: readonly string[]) => string {
  const places = new Map(addresses.map((address, place) => [address, place]));
  const placeOf = (address: string) => places.get(address) ?? addresses.length;
  return (some) => some.reduce((first, other) => (placeOf(other) < placeOf(first) ? other : first));
}

/** Reads a link to each output, so its time grows with their number. */
export async function countWalletUtxos(db: SqlExecutor, wallet: UtxoWallet, filter: UtxoFilter): Promise<number> {
  const { links, parameters } = walletParameters(wallet, filter);
  const [row] = await db.$queryRawUnsafe<{ count: number }[]>(COUNT_WALLET_UTXOS[links], ...parameters);
  return row?.count ?? 0;
}

function walletParameters(
  { chainId, addresses, height, matureHeight }: UtxoWallet,
  { currencyId, spendableOnly }: UtxoFilter,
) {
  const { links, carried } = carriedOf(chainId, currencyId);
  return { links, parameters: [chainId, addresses, height, matureHeight, carried, spendableOnly] };
}
