import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import {
  carriedOf,
  firstHeight,
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
  /** The wallet's addresses that it names, in the wallet's order. */
  foundBy: readonly string[];
}

interface ListedRow extends Omit<WalletUtxo, 'tokens' | 'foundBy' | 'script'>, StoredParts {
  owners: string[];
}

/** In order of place, each once whichever of the addresses it names. */
export async function listWalletUtxos(db: SqlExecutor, wallet: UtxoWallet, page: UtxoPage): Promise<WalletUtxo[]> {
  const { order = 'DESC', after, limit, excluded = [] } = page;
  const { links, parameters } = walletParameters(wallet, page);
  const rows = await db.$queryRawUnsafe<ListedRow[]>(
    WALLET_UTXOS[links][order],
    ...parameters,
    after?.height ?? firstHeight(wallet, order),
    after?.txIndex ?? -1,
    after?.vout ?? -1,
    limit,
    firstRows(wallet, limit),
    sampledRanges(wallet),
    ...placeColumns(excluded),
  );
  const inOrder = byPlace(wallet);
  return rows.map(({ owners, ...row }) => ({ ...readStoredParts(row), foundBy: owners.sort(inOrder) }));
}

function byPlace({ addresses }: Wallet): (one: string, other: string) => number {
  const places = new Map(addresses.map((address, place) => [address, place]));
  return (one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0);
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
