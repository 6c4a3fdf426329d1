import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { HeightRange, RangeArguments } from '@ledgergraph/chain-kit/graph/height-range';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import { NO_BALANCE } from '#/db/balance-state.ts';
import type { ListedMovement, MovementPage } from '#/db/list-movements.ts';
import { currencyKey } from './keys.ts';
import type { CurrencyArgument, ListArguments } from './list-arguments.ts';
import type { AddressContext } from './loaders.ts';

export interface StatementArguments extends ListArguments, RangeArguments, CurrencyArgument {
  order?: 'ASC' | 'DESC' | null;
}

export interface MovementParent extends Omit<ListedMovement, 'keyIndex'> {
  view: ChainView;
  addresses: readonly string[];
  currencyId: string;
}

type CurrencyStatement = Pick<MovementPage, 'currencyId' | 'order'>;

/** The balances before and after it, and its length, are those of the whole statement on every page. */
export async function listStatement(context: AddressContext, walk: Walk, address: string, of: CurrencyStatement) {
  const { view, range } = walk;
  const { currencyId } = of;
  const [ends, rows] = await Promise.all([
    loadEnds(context, walk, address, currencyId),
    loadMovements(context, walk, address, of),
  ]);
  const { opening, closing, totalCount } = ends;
  const page = walk.page(rows, ({ height, txIndex }) => [height, txIndex]);
  return {
    ...page,
    currency: currencyKey(view, currencyId),
    ...statementRange(range),
    openingBalance: opening.balance,
    closingBalance: closing.balance,
    totalCount,
    movements: page.rows.map((row): MovementParent => ({ ...row, view })),
  };
}

/** States before and after the range; the count of its movements follows from them. */
export async function loadEnds(context: AddressContext, { view, range }: Walk, address: string, currencyId: string) {
  const stateAt = async (height: number) =>
    (await context.loaders.balances.load({ chainId: view.chainId, address, currencyId, height })) ?? NO_BALANCE;
  const [opening, closing] = await Promise.all([stateAt(range.from - 1), stateAt(range.to)]);
  return { opening, closing, totalCount: closing.txCount - opening.txCount };
}

/** With one row more than the page. */
export async function loadMovements(
  context: AddressContext,
  { view, limit, after, range }: Walk,
  address: string,
  { currencyId, order }: CurrencyStatement,
): Promise<Omit<MovementParent, 'view'>[]> {
  const rows = await context.loaders.movementPages.load({
    key: { chainId: view.chainId, address, height: view.height },
    page: {
      currencyId,
      from: range.from,
      // As in listTransactionsOfAddress.
      to: range.to === view.height ? null : range.to,
      order,
      limit: limit + 1,
      after: after === null ? null : { height: Number(after[0]), txIndex: Number(after[1]) },
    },
  });
  return rows.map((row) => ({ ...row, addresses: [address], currencyId }));
}

/** No height is below genesis, so a statement that ends there begins and ends above it. */
export function statementRange({ from, to }: HeightRange): { fromHeight: number; toHeight: number } {
  return to < 0 ? { fromHeight: 1, toHeight: 0 } : { fromHeight: from, toHeight: to };
}
