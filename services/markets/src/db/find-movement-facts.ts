import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { MadeTransfer, PaidPart, Registered, TransactionFacts } from '#/kinds/movement-facts.ts';

export const PLACE_KEYS = describeKeys({ chainId: 'text', txid: 'text', height: 'integer', txIndex: 'integer' });
export type PlaceKey = KeyOf<typeof PLACE_KEYS>;

interface FactsRow {
  cost: bigint | null;
  /** Position in the block; null if it is mined. */
  stakeIndex: number | null;
  isOffer: boolean;
  isDefinition: boolean;
  parentId: string | null;
  currencyId: string | null;
  burned: bigint;
  paidToParent: bigint;
  earners: string[];
  shares: bigint[];
}

const FACTS = `
SELECT wanted.key, own.cost, first.stake_index AS "stakeIndex",
       (EXISTS (SELECT 1 FROM offer_lot lot WHERE lot.chain = wanted.chain AND lot.txid = wanted.txid)
        OR EXISTS (SELECT 1 FROM offer WHERE offer.chain = wanted.chain AND offer.height = wanted.height AND offer.tx_index = wanted.tx_index)
        OR EXISTS (SELECT 1 FROM offer_lot lot
                    WHERE lot.chain = wanted.chain AND lot.ended_height = wanted.height AND lot.ended_txid = wanted.txid)) AS "isOffer",
       EXISTS (SELECT 1 FROM launch
                WHERE launch.chain = wanted.chain AND launch.height = wanted.height AND launch.tx_index = wanted.tx_index) AS "isDefinition",
       registration.parent_id AS "parentId", registration.currency_id AS "currencyId", registration.burned, registration.paid_to_parent AS "paidToParent",
       registration.share_addresses AS earners, registration.share_amounts AS shares
  FROM ${PLACE_KEYS.sql}
  LEFT JOIN transaction_fact own ON own.chain = wanted.chain AND own.height = wanted.height AND own.tx_index = wanted.tx_index
  LEFT JOIN transaction_fact first ON first.chain = wanted.chain AND first.height = wanted.height AND first.tx_index = 0
  LEFT JOIN registration ON registration.chain = wanted.chain AND registration.height = wanted.height
   AND registration.tx_index = wanted.tx_index`;

/** All facts follow from the transaction's own block. */
export async function findTransactionFacts(
  db: SqlExecutor,
  keys: readonly PlaceKey[],
): Promise<Omit<TransactionFacts, 'transfers'>[]> {
  const found = await PLACE_KEYS.find<FactsRow>(db, FACTS, keys);
  return keys.map(({ txIndex }, index) => {
    const row = found[index];
    if (row === undefined) return plainFacts(txIndex);
    const { cost, stakeIndex, isOffer, isDefinition } = row;
    return {
      isCoinbase: txIndex === 0,
      isStakedBlock: stakeIndex !== null,
      isStake: stakeIndex === txIndex,
      cost,
      isOffer,
      isDefinition,
      registered: toRegistered(row),
    };
  });
}

export function plainFacts(txIndex: number): Omit<TransactionFacts, 'transfers'> {
  return {
    isCoinbase: txIndex === 0,
    isStakedBlock: false,
    isStake: false,
    cost: null,
    isOffer: false,
    isDefinition: false,
    registered: null,
  };
}

function toRegistered({ parentId, currencyId, burned, paidToParent, earners, shares }: FactsRow): Registered | null {
  if (parentId === null || currencyId === null) return null;
  const paid = earners.map((address, index) => ({ address, satoshis: shares[index] ?? 0n }));
  return { parentId, currencyId, burned, paidToParent, shares: paid };
}

const MADE = `
SELECT wanted.key, transfer.kind, transfer.from_id AS "fromId", transfer.fee, transfer.fee_currency_id AS "feeCurrencyId",
       (transfer.destination_system_id <> wanted.chain_id OR (transfer.kind = 'SEND' AND transfer.gateway_id IS NOT NULL)) AS leaves
  FROM ${PLACE_KEYS.sql}
  JOIN transfer ON transfer.chain = wanted.chain AND transfer.height = wanted.height AND transfer.tx_index = wanted.tx_index AND transfer.vout >= 0
 ORDER BY wanted.key, transfer.vout`;

export function findMadeTransfers(db: SqlExecutor, keys: readonly PlaceKey[]): Promise<MadeTransfer[][]> {
  return PLACE_KEYS.list(db, MADE, keys);
}

export interface PaidKey extends PlaceKey {
  addresses: readonly string[];
  currencyId: string;
}

const PAID_KEYS = describeKeys({ ...PLACE_KEYS.types, currencyId: 'text', addresses: 'text' });
const PAID = `
SELECT wanted.key, payout.role, transfer.kind, COALESCE(transfer.state = 'REFUNDED', false) AS "isRefund",
       COALESCE(transfer.vout < 0, false) AS arrives
  FROM ${PAID_KEYS.sql}
  JOIN payout ON payout.chain = wanted.chain AND payout.height = wanted.height AND payout.tx_index = wanted.tx_index
   AND payout.address = ANY (string_to_array(wanted.addresses, ' ')) AND payout.currency_id = wanted.currency_id
  LEFT JOIN transfer ON transfer.chain = payout.chain AND transfer.import_height = payout.height AND transfer.import_tx_index = payout.tx_index
   AND transfer.import_vout = payout.import_vout AND transfer.import_ordinal = payout.ordinal
 ORDER BY wanted.key, payout.import_vout, payout.vout`;

export function findPaidParts(db: SqlExecutor, keys: readonly PaidKey[]): Promise<PaidPart[][]> {
  const listed = keys.map(({ addresses, ...key }) => ({ ...key, addresses: addresses.join(' ') }));
  return PAID_KEYS.list(db, PAID, listed);
}
