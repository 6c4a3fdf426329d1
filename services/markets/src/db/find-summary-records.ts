import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { SummaryFacts, SummaryOffer } from '#/kinds/summary-facts.ts';
import { PLACE_KEYS, type PlaceKey } from './find-movement-facts.ts';
import { zipAmounts } from './offer-tables.ts';

export type FoundRecords = Pick<SummaryFacts, 'registration' | 'definitionId'>;

interface RecordsRow {
  definitionId: string | null;
  identityAddress: string | null;
  price: bigint | null;
  currencyId: string | null;
}

const RECORDS = `
SELECT wanted.key, registration.identity_address AS "identityAddress", registration.price,
       registration.currency_id AS "currencyId",
       (SELECT launch.currency_id FROM launch
         WHERE launch.chain = wanted.chain AND launch.height = wanted.height AND launch.tx_index = wanted.tx_index
         ORDER BY launch.vout LIMIT 1) AS "definitionId"
  FROM ${PLACE_KEYS.sql}
  LEFT JOIN registration ON registration.chain = wanted.chain AND registration.height = wanted.height
   AND registration.tx_index = wanted.tx_index`;

export async function findSummaryRecords(db: SqlExecutor, keys: readonly PlaceKey[]): Promise<FoundRecords[]> {
  const rows = await PLACE_KEYS.find<RecordsRow>(db, RECORDS, keys);
  return rows.map((row) => {
    const { identityAddress = null, currencyId = null, price = null, definitionId = null } = row ?? {};
    const registration =
      identityAddress === null || currencyId === null ? null : { identityAddress, price, currencyId };
    return { registration, definitionId };
  });
}

interface OfferStepRow {
  step: SummaryOffer['step'];
  givesIdentity: string | null;
  givesIds: string[];
  givesAmounts: bigint[];
  asksIds: string[] | null;
  asksAmounts: bigint[] | null;
  asksIdentity: string | null;
}

// The transaction that posts an offer comes after that of its lot, and shows the asked output.
const OFFERS = `
SELECT wanted.key, step.name AS step, lot.gives_identity AS "givesIdentity", lot.gives_ids AS "givesIds",
       lot.gives_amounts AS "givesAmounts", step.asks_ids AS "asksIds", step.asks_amounts AS "asksAmounts", step.asks_identity AS "asksIdentity"
  FROM ${PLACE_KEYS.sql}
 CROSS JOIN LATERAL (
   SELECT 'LAID_DOWN' AS name, own.txid AS lot_txid, NULL::text[] AS asks_ids, NULL::bigint[] AS asks_amounts, NULL::text AS asks_identity
     FROM offer_lot own WHERE own.chain = wanted.chain AND own.txid = wanted.txid
   UNION ALL
   SELECT 'POSTED', offer.lot_txid, offer.asks_ids, offer.asks_amounts, offer.asks_identity
     FROM offer WHERE offer.chain = wanted.chain AND offer.height = wanted.height AND offer.tx_index = wanted.tx_index
   UNION ALL
   SELECT CASE WHEN ended.is_taken THEN 'TAKEN' ELSE 'ENDED' END, ended.txid, offer.asks_ids, offer.asks_amounts, offer.asks_identity
     FROM offer_lot ended
     LEFT JOIN offer ON offer.chain = ended.chain AND offer.lot_txid = ended.txid
    WHERE ended.chain = wanted.chain AND ended.ended_height = wanted.height AND ended.ended_txid = wanted.txid
 ) step
  JOIN offer_lot lot ON lot.chain = wanted.chain AND lot.txid = step.lot_txid
 ORDER BY wanted.key, step.name, lot.txid`;

export async function findOfferSteps(db: SqlExecutor, keys: readonly PlaceKey[]): Promise<SummaryOffer[][]> {
  const rows = await PLACE_KEYS.list<OfferStepRow>(db, OFFERS, keys);
  return rows.map((steps) =>
    steps.map(({ step, givesIdentity, givesIds, givesAmounts, asksIds, asksAmounts, asksIdentity }) => ({
      step,
      givesIdentity,
      asksIdentity,
      gives: zipAmounts(givesIds, givesAmounts),
      asks: asksIds === null || asksAmounts === null ? null : zipAmounts(asksIds, asksAmounts),
    })),
  );
}
