import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { changeList } from '@ledgergraph/chain-kit/graph/change-places';

const OF_ALL = `
SELECT height, tx_index AS "txIndex", vout, currency_id AS id, ordinal::text AS reference
  FROM currency_state
 WHERE chain = ${chainNumber(1)} AND height BETWEEN $2 AND $3
 ORDER BY height, tx_index, vout, currency_id COLLATE "C", ordinal
 LIMIT $4`;

const OF_SOME = `
SELECT state.height, state.tx_index AS "txIndex", state.vout, state.currency_id AS id, state.ordinal::text AS reference
  FROM unnest($5::text[]) AS wanted (currency_id)
 CROSS JOIN LATERAL (
   SELECT * FROM currency_state
    WHERE chain = ${chainNumber(1)} AND currency_id = wanted.currency_id AND height BETWEEN $2 AND $3
    ORDER BY chain, currency_id, height, ordinal LIMIT $4
 ) state
 ORDER BY state.height, state.tx_index, state.vout, state.currency_id COLLATE "C", state.ordinal
 LIMIT $4`;

/** In chain order; those of one output by currency. */
export const listCurrencyChanges = changeList(OF_ALL, OF_SOME);
