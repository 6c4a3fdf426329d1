import { send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import type { Amount } from '#/offers/offer.ts';

const END = ['endedTxIndex', 'endedTxid', 'isTaken'] as const;

export const lotTable = describeTable(
  'offer_lot',
  {
    txid: 'text',
    height: 'integer',
    givesIdentity: 'text?',
    givesIds: 'text[]',
    givesAmounts: 'bigint[]',
    endedHeight: 'integer?',
    endedTxIndex: 'integer?',
    endedTxid: 'text?',
    isTaken: 'boolean?',
  },
  { setLater: { endedHeight: END } },
);
export type LotRow = RowOf<typeof lotTable>;
export type LotEnd = Pick<LotRow, 'endedHeight' | (typeof END)[number]>;

export const offerTable = describeTable('offer', {
  lotTxid: 'text',
  height: 'integer',
  txIndex: 'integer',
  expiryHeight: 'bigint',
  asksIds: 'text[]?',
  asksAmounts: 'bigint[]?',
  asksIdentity: 'text?',
  payTo: 'text?',
  askedValue: 'bigint',
  askedScript: 'bytea',
});
export type OfferRow = RowOf<typeof offerTable>;

/** Offers of a status come and go, so they are not in `listing`. */
export const offerListingTable = describeTable(
  'offer_listing',
  {
    scope: 'bigint',
    height: 'integer',
    txIndex: 'integer',
    lotTxid: 'text',
    expiryHeight: 'bigint',
    endedHeight: 'integer?',
    isTaken: 'boolean?',
  },
  { setLater: { endedHeight: ['isTaken'] } },
);
export type OfferListingRow = RowOf<typeof offerListingTable>;

/** The asked output is null until an offer is posted. */
export interface OpenLot extends Pick<LotRow, 'txid' | 'givesIdentity' | 'givesIds'> {
  askedValue: bigint | null;
  askedScript: Uint8Array | null;
}

export async function findOpenLots(db: SqlExecutor, chain: number, txids: readonly string[]): Promise<OpenLot[]> {
  if (txids.length === 0) return [];
  return db.$queryRawUnsafe<OpenLot[]>(
    `SELECT ${lotTable.columns('lot')}, offer.asked_value AS "askedValue", offer.asked_script AS "askedScript"
       FROM offer_lot lot
       LEFT JOIN offer ON offer.chain = lot.chain AND offer.lot_txid = lot.txid
      WHERE lot.chain = $1 AND lot.txid = ANY ($2::text[]) AND lot.ended_height IS NULL`,
    chain,
    txids,
  );
}

export function zipAmounts(currencyIds: readonly string[], satoshis: readonly bigint[]): Amount[] {
  return currencyIds.map((currencyId, index) => ({ currencyId, satoshis: satoshis[index] ?? 0n }));
}

/** Sets ends in the lots and in the lists of their offers. */
export async function setEnds(tx: SqlExecutor, chain: number, ends: readonly (LotEnd & { txid: string })[]) {
  await lotTable.update(tx, chain, ends, ['txid'], ['endedHeight', ...END]);
  for (const { txid, endedHeight, isTaken } of ends) {
    const sql = 'UPDATE offer_listing SET ended_height = $3, is_taken = $4 WHERE chain = $1 AND lot_txid = $2';
    await send(tx, sql, [chain, txid, endedHeight, isTaken]);
  }
}
