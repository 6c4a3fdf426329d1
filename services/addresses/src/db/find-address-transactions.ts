import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { rowOfAddress } from './address-id.ts';
import { type ListedRow, type ListedTransaction, readListedRow } from './list-address-transactions.ts';

export interface AddressTransactionKey {
  chainId: string;
  address: string;
  txid: string;
  height: number;
}

/** Keys whose address has no such transaction up to the height are missing. */
export async function findAddressTransactions(
  db: SqlExecutor,
  keys: readonly AddressTransactionKey[],
): Promise<ListedTransaction[]> {
  const rows = await db.$queryRawUnsafe<ListedRow[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", used.height, used.tx_index AS "txIndex", wanted.txid, used.direction,
            ARRAY(SELECT (SELECT named.address FROM address named WHERE named.chain = used.chain AND named.id = listed.id)
                    FROM unnest(used.currency_ids) WITH ORDINALITY AS listed (id, place) ORDER BY listed.place) AS "currencyIds",
            used.net_satoshis AS "netSatoshis", used.balance_after AS "balanceAfter"
       FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[]) WITH ORDINALITY
         AS wanted (chain_id, address, txid, height, place)
      CROSS JOIN LATERAL (SELECT id FROM chain WHERE chain.chain_id = wanted.chain_id LIMIT 1) chain
      CROSS JOIN LATERAL (
        ${rowOfAddress('chain.id', 'wanted.address')}
      ) address
      -- OFFSET 0: by the index of txids, and LIMIT 1: a probe for each. Without statistics Postgres would go through all of a chain or an address.
      CROSS JOIN LATERAL (
        SELECT named.height, named.tx_index
          FROM (SELECT * FROM transaction_place tx WHERE tx.txid = decode(wanted.txid, 'hex') OFFSET 0) named
         WHERE named.chain = chain.id AND named.height <= wanted.height LIMIT 1
      ) tx
      CROSS JOIN LATERAL (
        SELECT * FROM address_transaction used
         WHERE used.chain = chain.id AND used.address_id = address.id AND used.height = tx.height AND used.tx_index = tx.tx_index
         LIMIT 1
      ) used`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(({ txid }) => txid),
    keys.map(({ height }) => height),
  );
  return rows.map(readListedRow);
}
