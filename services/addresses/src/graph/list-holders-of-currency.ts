import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { currencyKey } from './keys.ts';
import type { AddressContext } from './loaders.ts';

const DECIMALS = 100_000_000n;

export interface RichListEntryParent {
  view: ChainView;
  address: string;
  rank: number;
  balance: bigint;
  /** 8 decimals. */
  share: string;
}

/** The walk stays at the height of its first page while blocks arrive. */
export async function listHoldersOfCurrency(context: AddressContext, walk: Walk, currencyId: string) {
  const { view, limit, after } = walk;
  const [lastRank, lastBalance, lastHolder] = after ?? [0];
  const key = { chainId: view.chainId, currencyId, height: view.height };
  const [rows, held] = await Promise.all([
    context.loaders.holderPages.load({
      key,
      page: {
        limit: limit + 1,
        after: after === null ? null : { holder: String(lastHolder), balance: BigInt(lastBalance ?? 0) },
      },
    }),
    context.loaders.heldTotals.load(key),
  ]);
  const ranked = rows.map((row, index) => ({ ...row, rank: Number(lastRank) + index + 1 }));
  const page = walk.page(ranked, ({ rank, balance, holder }) => [rank, balance.toString(), holder]);
  return {
    ...page,
    currency: currencyKey(view, currencyId),
    asOfHeight: view.height,
    totalCount: held?.holders ?? 0,
    entries: page.rows.map(
      ({ rank, holder, balance }): RichListEntryParent => ({
        view,
        address: holder,
        rank,
        balance,
        share: shareOf(balance, held?.total ?? balance),
      }),
    ),
  };
}

/** Exact to 8 decimals and cut, not rounded, so that no sum exceeds 1. */
export function shareOf(part: bigint, whole: bigint): string {
  return decimalText((part * DECIMALS) / whole);
}
