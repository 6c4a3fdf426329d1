import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import { listWalletMovements } from '#/db/list-wallet-movements.ts';
import { listWalletBalances } from '#/db/wallet-balances.ts';
import { currencyAmount } from './keys.ts';
import { findCurrencyId } from './list-arguments.ts';
import { type MovementParent, type StatementArguments, statementRange } from './list-statement.ts';
import type { AddressContext } from './loaders.ts';

/** Greater than any position in a block. */
const END_OF_BLOCK = 2 ** 31 - 2;

/** @param addresses each once @throws as `findCurrencyId` */
export async function listStatementOfWallet(
  context: AddressContext,
  walk: Walk,
  addresses: readonly string[],
  args: StatementArguments,
) {
  const { view, limit, after, range } = walk;
  const { chainId, height } = view;
  const wallet = { chainId, addresses, height };
  const currencyId = await findCurrencyId(context, view, args);
  const db = await context.reads(chainId);
  const [last, lastIndex, number] = (after ?? []).map(Number);
  const rows = await listWalletMovements(db, wallet, {
    currencyId,
    from: range.from,
    to: range.to,
    order: args.order ?? 'ASC',
    limit: limit + 1,
    after: after === null ? null : { height: last ?? 0, txIndex: lastIndex ?? 0, number: number ?? 0 },
  });
  const page = walk.page(rows, (row) => [row.height, row.txIndex, row.number]);
  const balancesAt = async (end: number) => {
    const balances = await listWalletBalances(db, wallet, { height: end, txIndex: END_OF_BLOCK }, currencyId);
    return balances.map((balance) => currencyAmount(view, balance));
  };
  return {
    ...page,
    ...statementRange(range),
    openingBalances: () => balancesAt(range.from - 1),
    closingBalances: () => balancesAt(range.to),
    movements: page.rows.map((row): MovementParent => ({ ...row, view })),
  };
}
