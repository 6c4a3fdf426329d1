import { readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import { listWalletMovements } from '#/db/list-wallet-movements.ts';
import type { Wallet } from '#/db/wallet.ts';
import { findWalletBalances, listWalletCurrencies } from '#/db/wallet-balances.ts';
import { currencyAmount } from './keys.ts';
import { type AddressesArguments, findCurrencyId, type ListArguments, type ViewArguments } from './list-arguments.ts';
import {
  loadEnds,
  loadMovements,
  type MovementParent,
  type StatementArguments,
  statementRange,
} from './list-statement.ts';
import type { AddressContext } from './loaders.ts';

/** Greater than any position in a block. */
const END_OF_BLOCK = 2 ** 31 - 2;

export type WalletStatementArguments = AddressesArguments & ViewArguments & StatementArguments;

interface WalletStatement {
  context: AddressContext;
  walk: Walk;
  /** Each once. */
  addresses: readonly string[];
  currencyId: string | null;
  args: WalletStatementArguments;
}

/** @param addresses each once @throws as `findCurrencyId` */
export async function listStatementOfWallet(
  context: AddressContext,
  walk: Walk,
  addresses: readonly string[],
  args: WalletStatementArguments,
) {
  const { view, range } = walk;
  const currencyId = await findCurrencyId(context, view, args);
  const statement: WalletStatement = { context, walk, addresses, currencyId, args };
  const rows = await readMovements(statement);
  const page = walk.page(rows, (row) => [row.height, row.txIndex, row.number]);
  const [address, another] = addresses;
  return {
    ...page,
    ...statementRange(range),
    openingBalances: (asked: ListArguments) => listBalances(statement, 'openingBalances', asked),
    closingBalances: (asked: ListArguments) => listBalances(statement, 'closingBalances', asked),
    movements: page.rows.map((row): MovementParent => ({ ...row, view })),
    totalCount: async () =>
      address === undefined || another !== undefined || currencyId === null
        ? null
        : (await loadEnds(context, walk, address, currencyId)).totalCount,
  };
}

/** With one row more than the page. One address has faster statements of its own (docs/adr/0019). */
async function readMovements({ context, walk, addresses, currencyId, args }: WalletStatement) {
  const { view, limit, after, range } = walk;
  const order = args.order ?? 'ASC';
  const [address, another] = addresses;
  if (address !== undefined && another === undefined && currencyId !== null) {
    const rows = await loadMovements(context, walk, address, { currencyId, order });
    return rows.map((row) => ({ ...row, number: 1 }));
  }
  const [last, lastIndex, number] = (after ?? []).map(Number);
  return listWalletMovements(await context.reads(view.chainId), walletOf(walk, addresses), {
    currencyId,
    from: range.from,
    to: range.to,
    order,
    limit: limit + 1,
    after: after === null ? null : { height: last ?? 0, txIndex: lastIndex ?? 0, number: number ?? 0 },
  });
}

/** Read at the block of the statement's page; its cursor keeps that block. */
async function listBalances(
  { context, walk: { view }, addresses, currencyId, args }: WalletStatement,
  field: 'openingBalances' | 'closingBalances',
  asked: ListArguments,
) {
  const walk = await context.walk(
    `WalletStatementConnection.${field}`,
    { ...args, limit: asked.limit, cursor: asked.cursor },
    { ...args, view, range: readWantedRange(args) },
  );
  const height = field === 'openingBalances' ? walk.range.from - 1 : walk.range.to;
  if (height < 0) return { ...walk.page([], () => []), balances: [] };
  const db = await context.reads(view.chainId);
  const wallet = walletOf(walk, addresses);
  const after = walk.after === null ? null : String(walk.after[0]);
  const currencyIds =
    currencyId === null
      ? await listWalletCurrencies(db, wallet, { height, limit: walk.limit + 1, after })
      : [currencyId];
  const page = walk.page(currencyIds, (id) => [id]);
  const balances = await findWalletBalances(db, wallet, { height, txIndex: END_OF_BLOCK }, page.rows);
  return { ...page, balances: balances.map((balance) => currencyAmount(walk.view, balance)) };
}

function walletOf({ view: { chainId, height } }: Walk, addresses: readonly string[]): Wallet {
  return { chainId, addresses, height };
}
