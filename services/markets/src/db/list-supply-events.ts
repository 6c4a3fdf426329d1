import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { SupplyEventKind } from '#/supply/supply-event.ts';
import { BEHIND, boundsOf, type ListPage, type ListPlace, type Order } from './list-order.ts';

/** The list of a currency, as of a height. */
export interface SupplyKey {
  chainId: string;
  currencyId: string;
  height: number;
}

/** A change of supply; satoshis. */
export interface SupplyEventRow {
  currencyId: string;
  place: ListPlace;
  txid: string;
  /** Unix seconds. */
  time: number;
  kind: SupplyEventKind;
  amount: bigint;
  supply: bigint;
  followsRules: boolean;
}

type Read = Omit<SupplyEventRow, 'place' | 'supply'> & ListPlace & { keyIndex: number; supply: string };

function statement(order: Order): string {
  const behind = BEHIND[order];
  return `
SELECT (wanted.key - 1)::integer AS "keyIndex", event.currency_id AS "currencyId", event.height, event.tx_index AS "txIndex", event.vout,
       event.ordinal, encode(event.txid, 'hex') AS txid, event.kind, event.amount, event.supply::text AS supply,
       event.follows_rules AS "followsRules",
       (SELECT ${blockTime('block.time')} FROM applied_block AS block WHERE block.chain = event.chain AND block.height = event.height) AS time
  FROM (SELECT asked.*, ${chainNumberOf('asked.chain_id')} AS chain
          FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::integer[], $8::integer[],
                      $9::integer[], $10::integer[])
               WITH ORDINALITY
            AS asked (chain_id, currency_id, start_height, start_tx_index, start_vout, start_ordinal,
                      end_height, end_tx_index, end_vout, end_ordinal, key)) AS wanted
 CROSS JOIN LATERAL (
    SELECT * FROM supply_event AS member
     WHERE member.chain = wanted.chain AND member.currency_id = wanted.currency_id
       AND (member.height, member.tx_index, member.vout, member.ordinal) ${behind}
           (wanted.start_height, wanted.start_tx_index, wanted.start_vout, wanted.start_ordinal)
       AND (wanted.end_height, wanted.end_tx_index, wanted.end_vout, wanted.end_ordinal) ${behind}
           (member.height, member.tx_index, member.vout, member.ordinal)
     ORDER BY member.chain ${order}, member.currency_id ${order}, member.height ${order}, member.tx_index ${order}, member.vout ${order},
              member.ordinal ${order}
     LIMIT $11
 ) AS event
 ORDER BY wanted.key, event.height ${order}, event.tx_index ${order}, event.vout ${order}, event.ordinal ${order}`;
}

const STATEMENTS = { ASC: statement('ASC'), DESC: statement('DESC') } as const;

/** Pages of changes of supply: all currencies are one statement, each a range of one index. */
export async function listSupplyEvents(
  db: SqlExecutor,
  keys: readonly SupplyKey[],
  page: ListPage,
): Promise<(SupplyEventRow & { keyIndex: number })[]> {
  const bounds = keys.map(({ height }) => boundsOf(page, height));
  const rows = await db.$queryRawUnsafe<Read[]>(
    STATEMENTS[page.order],
    keys.map(({ chainId }) => chainId),
    keys.map(({ currencyId }) => currencyId),
    ...(['start', 'end'] as const).flatMap((bound) =>
      (['height', 'txIndex', 'vout', 'ordinal'] as const).map((part) => bounds.map((one) => one[bound][part])),
    ),
    page.limit,
  );
  return rows.map(({ height, txIndex, vout, ordinal, supply, ...row }) => ({
    ...row,
    place: { height, txIndex, vout, ordinal },
    supply: BigInt(supply),
  }));
}
