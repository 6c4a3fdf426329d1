import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Amount, OfferStatus } from '#/offers/offer.ts';
import { BEHIND, type Order, START } from './list-order.ts';
import { zipAmounts } from './offer-tables.ts';
import { TRANSACTION_KEYS, type TransactionKey } from './transaction-key.ts';

const PAGE_KEYS = describeKeys({
  chainId: 'text',
  /** The number of `scopeOf`, as digits. */
  scope: 'text',
  height: 'integer',
});
export type OffersKey = KeyOf<typeof PAGE_KEYS>;

export interface OffersPage {
  status: OfferStatus | null;
  order: Order;
  after: readonly [height: number, txIndex: number] | null;
  limit: number;
}

/** The spend of its lot may be later than the height that is read. */
export interface ListedOffer {
  keyIndex: number;
  txid: string;
  height: number;
  txIndex: number;
  expiryHeight: number;
  givesIdentity: string | null;
  gives: readonly Amount[];
  asks: readonly Amount[] | null;
  asksIdentity: string | null;
  payTo: string | null;
  endedHeight: number | null;
  endedTxid: string | null;
  isTaken: boolean | null;
}

interface Row extends Omit<ListedOffer, 'expiryHeight' | 'gives' | 'asks'> {
  expiryHeight: bigint;
  givesIds: string[];
  givesAmounts: bigint[];
  asksIds: string[] | null;
  asksAmounts: bigint[] | null;
}

/** Few offers are spent above the height that is read, at the tip. */
function pagesIn(order: Order): Record<OfferStatus | 'ANY', string> {
  const inOrder = `ORDER BY listing.height ${order}, listing.tx_index ${order} LIMIT $6`;
  const isOpen = '(listing.expiry_height = 0 OR listing.expiry_height > wanted.height)';
  const listed = (condition: string) =>
    `SELECT lot_txid, height, tx_index FROM offer_listing listing
      WHERE listing.chain = wanted.chain AND listing.scope = wanted.scope::bigint
        AND (listing.height, listing.tx_index) ${BEHIND[order]} ($4::integer, $5::integer) AND listing.height <= wanted.height
        ${condition} ${inOrder}`;
  const unspent = (condition: string) =>
    `SELECT lot_txid, height, tx_index FROM (
      (${listed(`AND listing.is_taken IS NULL AND ${condition}`)})
      UNION ALL
      (${listed(`AND listing.ended_height > wanted.height AND ${condition}`)})) listing ${inOrder}`;
  const spent = (isTaken: boolean) =>
    listed(`AND listing.is_taken = ${isTaken} AND listing.ended_height <= wanted.height`);
  return {
    ANY: listed(''),
    OPEN: unspent(isOpen),
    EXPIRED: unspent(`NOT ${isOpen}`),
    TAKEN: spent(true),
    CLOSED: spent(false),
  };
}

const PAGES = { ASC: pagesIn('ASC'), DESC: pagesIn('DESC') };

const COLUMNS = `offer.lot_txid AS txid, offer.height, offer.tx_index AS "txIndex",
            offer.expiry_height AS "expiryHeight", offer.asks_ids AS "asksIds", offer.asks_amounts AS "asksAmounts",
            offer.asks_identity AS "asksIdentity", offer.pay_to AS "payTo",
            lot.gives_identity AS "givesIdentity", lot.gives_ids AS "givesIds", lot.gives_amounts AS "givesAmounts",
            lot.ended_height AS "endedHeight", lot.ended_txid AS "endedTxid", lot.is_taken AS "isTaken"`;

export async function listOffers(
  db: SqlExecutor,
  keys: readonly OffersKey[],
  { status, order, after, limit }: OffersPage,
): Promise<ListedOffer[]> {
  const rows = await db.$queryRawUnsafe<Row[]>(
    `SELECT wanted.key - 1 AS "keyIndex", ${COLUMNS}
       FROM ${PAGE_KEYS.sql}
      CROSS JOIN LATERAL (${PAGES[order][status ?? 'ANY']}) page
       JOIN offer ON offer.chain = wanted.chain AND offer.lot_txid = page.lot_txid
       JOIN offer_lot lot ON lot.chain = wanted.chain AND lot.txid = page.lot_txid
      ORDER BY wanted.key, page.height ${order}, page.tx_index ${order}`,
    ...PAGE_KEYS.values(keys),
    ...(after ?? [START[order], START[order]]),
    limit,
  );
  return rows.map(readRow);
}

/** Null where no block up to the height posts an offer of the lot. */
export async function findOffers(db: SqlExecutor, keys: readonly TransactionKey[]): Promise<(ListedOffer | null)[]> {
  const rows = await TRANSACTION_KEYS.find<Row>(
    db,
    `SELECT wanted.key, wanted.key - 1 AS "keyIndex", ${COLUMNS}
       FROM ${TRANSACTION_KEYS.sql}
       JOIN offer ON offer.chain = wanted.chain AND offer.lot_txid = wanted.txid AND offer.height <= wanted.height
       JOIN offer_lot lot ON lot.chain = offer.chain AND lot.txid = wanted.txid`,
    keys,
  );
  return rows.map((row) => (row === undefined ? null : readRow(row)));
}

function readRow({ givesIds, givesAmounts, asksIds, asksAmounts, expiryHeight, ...row }: Row): ListedOffer {
  return {
    ...row,
    expiryHeight: Number(expiryHeight),
    gives: zipAmounts(givesIds, givesAmounts),
    asks: asksIds === null ? null : zipAmounts(asksIds, asksAmounts ?? []),
  };
}
