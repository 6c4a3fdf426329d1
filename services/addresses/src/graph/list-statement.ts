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

/** The balances before and after it, and its length, are those of the whole statement on every page. */
export async function listStatement(
  context: AddressContext,
  walk: Walk,
  address: string,
  { currencyId, order }: Pick<MovementPage, 'currencyId' | 'order'>,
) {
  const { view, limit, after, range } = walk;
  const { chainId } = view;
  const stateAt = async (height: number) =>
    (await context.loaders.balances.load({ chainId, address, currencyId, height })) ?? NO_BALANCE;
  const [opening, closing, rows] = await Promise.all([
    stateAt(range.from - 1),
    stateAt(range.to),
    context.loaders.movementPages.load({
      key: { chainId, address, height: view.height },
      page: {
        currencyId,
        from: range.from,
        // As in listTransactionsOfAddress.
        to: range.to === view.height ? null : range.to,
        order,
        limit: limit + 1,
        after: after === null ? null : { height: Number(after[0]), txIndex: Number(after[1]) },
      },
    }),
  ]);
  const page = walk.page(rows, ({ height, txIndex }) => [height, txIndex]);
  return {
    ...page,
    currency: currencyKey(view, currencyId),
    ...statementRange(range),
    openingBalance: opening.balance,
    closingBalance: closing.balance,
    totalCount: closing.txCount - opening.txCount,
    movements: page.rows.map((row): MovementParent => ({ ...row, view, addresses: [address], currencyId })),
  };
}

/** No height is below genesis, so a statement that ends there begins and ends above it. */
export function statementRange({ from, to }: HeightRange): { fromHeight: number; toHeight: number } {
  return to < 0 ? { fromHeight: 1, toHeight: 0 } : { fromHeight: from, toHeight: to };
}
