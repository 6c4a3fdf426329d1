import { insertRows, send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Amount, Asked, AskedOutput, Lot } from '#/offers/offer.ts';

export interface LotRow extends Lot {
  height: number;
  end: LotEnd | null;
}

/** The spend of a lot. */
export interface LotEnd {
  height: number;
  /** Transaction that spends it. */
  txIndex: number;
  txid: string;
  isTaken: boolean;
}

export interface OfferRow extends Asked {
  lotTxid: string;
  height: number;
  /** Place of the transaction that posts it. */
  txIndex: number;
  expiryHeight: number;
  asked: AskedOutput;
}

/**
 * A list that offers stand in: all; those that give a currency; those that give an identity, and those that give a currency with it; those that
 * give an identity or ask for it.
 */
export type OfferList = '' | `CURRENCY:${string}` | `IDENTITY:${string}` | `GIVES:${string}`;

/** Rows that a batch adds, and the ends that it sets. */
export interface OfferRows {
  lots: readonly LotRow[];
  offers: readonly { offer: OfferRow; lists: readonly OfferList[]; end: LotEnd | null }[];
  /** Ends of lots of earlier batches, by the lot's transaction. */
  ends: ReadonlyMap<string, LotEnd>;
}

/** A lot of an earlier batch that no block has spent, with what its offer asks for; null: none is posted yet. */
export interface OpenLot {
  lot: Lot;
  asked: AskedOutput | null;
}

/** Open lots among those of some transactions. */
export async function findOpenLots(
  db: SqlExecutor,
  chainId: string,
  txids: readonly string[],
): Promise<Map<string, OpenLot>> {
  if (txids.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<
    {
      txid: string;
      givesIdentity: string | null;
      givesIds: string[];
      givesAmounts: bigint[];
      askedValue: bigint | null;
      askedScript: Uint8Array | null;
    }[]
  >(
    `SELECT lot.txid, lot.gives_identity AS "givesIdentity", lot.gives_ids AS "givesIds", lot.gives_amounts AS "givesAmounts",
            offer.asked_value AS "askedValue", offer.asked_script AS "askedScript"
       FROM offer_lot lot
       LEFT JOIN offer ON offer.chain_id = lot.chain_id AND offer.lot_txid = lot.txid
      WHERE lot.chain_id = $1 AND lot.txid = ANY ($2::text[]) AND lot.ended_height IS NULL`,
    chainId,
    txids,
  );
  return new Map(
    rows.map(({ txid, givesIdentity, givesIds, givesAmounts, askedValue, askedScript }) => [
      txid,
      {
        lot: { txid, identityAddress: givesIdentity, gives: zipAmounts(givesIds, givesAmounts) },
        asked: askedValue === null || askedScript === null ? null : { value: askedValue, script: askedScript },
      },
    ]),
  );
}

export function zipAmounts(currencyIds: readonly string[], satoshis: readonly bigint[]): Amount[] {
  return currencyIds.map((currencyId, index) => ({ currencyId, satoshis: satoshis[index] ?? 0n }));
}

export async function writeOfferRows(
  tx: SqlExecutor,
  chainId: string,
  { lots, offers, ends }: OfferRows,
): Promise<void> {
  await insertRows(
    tx,
    'offer_lot',
    {
      chain_id: 'text',
      txid: 'text',
      height: 'integer',
      gives_identity: 'text',
      gives_ids: 'text[]',
      gives_amounts: 'bigint[]',
      ended_height: 'integer',
      ended_tx_index: 'integer',
      ended_txid: 'text',
      is_taken: 'boolean',
    },
    lots.map(({ txid, height, identityAddress, gives, end }) => [
      chainId,
      txid,
      height,
      identityAddress,
      gives.map(({ currencyId }) => currencyId),
      gives.map(({ satoshis }) => satoshis),
      end?.height ?? null,
      end?.txIndex ?? null,
      end?.txid ?? null,
      end?.isTaken ?? null,
    ]),
  );
  await insertOffers(
    tx,
    chainId,
    offers.map(({ offer }) => offer),
  );
  await insertListings(tx, chainId, offers);
  await setEnds(tx, chainId, ends);
}

async function insertOffers(tx: SqlExecutor, chainId: string, rows: readonly OfferRow[]): Promise<void> {
  await insertRows(
    tx,
    'offer',
    {
      chain_id: 'text',
      lot_txid: 'text',
      height: 'integer',
      tx_index: 'integer',
      expiry_height: 'bigint',
      asks_ids: 'text[]',
      asks_amounts: 'bigint[]',
      asks_identity: 'text',
      pay_to: 'text',
      asked_value: 'bigint',
      asked_script: 'bytea',
    },
    rows.map(({ lotTxid, height, txIndex, expiryHeight, asks, identityAddress, payTo, asked }) => [
      chainId,
      lotTxid,
      height,
      txIndex,
      expiryHeight,
      asks?.map(({ currencyId }) => currencyId) ?? null,
      asks?.map(({ satoshis }) => satoshis) ?? null,
      identityAddress,
      payTo,
      asked.value,
      asked.script,
    ]),
  );
}

async function insertListings(tx: SqlExecutor, chainId: string, offers: OfferRows['offers']): Promise<void> {
  await insertRows(
    tx,
    'offer_listing',
    {
      chain_id: 'text',
      list: 'text',
      height: 'integer',
      tx_index: 'integer',
      lot_txid: 'text',
      expiry_height: 'bigint',
      outcome: 'text',
      ended_height: 'integer',
    },
    offers.flatMap(({ offer, lists, end }) =>
      lists.map((list) => [
        chainId,
        list,
        offer.height,
        offer.txIndex,
        offer.lotTxid,
        offer.expiryHeight,
        outcomeOf(end),
        end?.height ?? null,
      ]),
    ),
  );
}

/** Value of the column `outcome`: UNSPENT, TAKEN or CLOSED. */
function outcomeOf(end: LotEnd | null): string {
  if (end === null) return 'UNSPENT';
  return end.isTaken ? 'TAKEN' : 'CLOSED';
}

async function setEnds(tx: SqlExecutor, chainId: string, ends: ReadonlyMap<string, LotEnd>): Promise<void> {
  for (const [lotTxid, end] of ends) {
    await send(
      tx,
      'UPDATE offer_lot SET ended_height = $3, ended_tx_index = $4, ended_txid = $5, is_taken = $6 WHERE chain_id = $1 AND txid = $2',
      [chainId, lotTxid, end.height, end.txIndex, end.txid, end.isTaken],
    );
    await send(tx, 'UPDATE offer_listing SET ended_height = $3, outcome = $4 WHERE chain_id = $1 AND lot_txid = $2', [
      chainId,
      lotTxid,
      end.height,
      outcomeOf(end),
    ]);
  }
}

/** @param keepHeight -1: no block is kept */
export async function deleteOffersAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  for (const table of ['offer_listing', 'offer', 'offer_lot']) {
    await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE chain_id = $1 AND height > $2`, chainId, keepHeight);
  }
  await tx.$executeRawUnsafe(
    `UPDATE offer_listing SET ended_height = NULL, outcome = 'UNSPENT' WHERE chain_id = $1 AND ended_height > $2`,
    chainId,
    keepHeight,
  );
  await tx.$executeRawUnsafe(
    `UPDATE offer_lot SET ended_height = NULL, ended_tx_index = NULL, ended_txid = NULL, is_taken = NULL
      WHERE chain_id = $1 AND ended_height > $2`,
    chainId,
    keepHeight,
  );
}
