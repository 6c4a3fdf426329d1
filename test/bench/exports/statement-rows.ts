import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create, toBinary } from '@bufbuild/protobuf';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { encodeAddress } from '@ledgergraph/verus-protocol/address';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Rows are below the first reorganisation. */
const HEIGHTS = 390;
/** Behind all recorded transactions. */
const FIRST_INDEX = 1_000;
const FEE = 10_000n;
const FUNDING_OUTPUTS = 100;

const addressOf = (name: string): string => encodeAddress('PUBLIC_KEY_HASH', sha256(name).subarray(0, 20));
const PAYER = addressOf('payer');
const PAYEE = addressOf('payee');
export const HOLDER = addressOf('holder');

export interface StatementSums {
  rows: number;
  amount: bigint;
  fee: bigint;
  counterparties: number;
}

/**
 * As the indexers would have: three payments come, and the fourth transaction spends the third one to the last satoshi. The blocks of
 * all are there.
 */
export async function writeStatement(
  blocks: pg.Client,
  addresses: pg.Client,
  chainId: string,
  rows: number,
): Promise<StatementSums> {
  await writeTransactions(blocks, chainId, rows);
  await writeMovements(addresses, chainId, rows);
  for (const client of [blocks, addresses]) await client.query('VACUUM ANALYZE');
  const sums: StatementSums = { rows, amount: 0n, fee: 0n, counterparties: rows };
  for (let index = 0; index < rows; index += 1) {
    sums.amount += amountAt(index);
    if (amountAt(index) < 0n) sums.fee += FEE;
  }
  return sums;
}

function amountAt(index: number): bigint {
  const paid = (at: number): bigint => 100_000n * BigInt(1 + (at % 1_000));
  return index % 4 === 3 ? -paid(index - 1) : paid(index);
}

const MOVEMENTS = `
  SELECT i, 1 + i * ${HEIGHTS}::bigint / $3::bigint AS height, ${FIRST_INDEX} + i AS tx_index,
         CASE WHEN i % 4 = 3 THEN -100000 * (1 + (i - 1) % 1000)::bigint ELSE 100000 * (1 + i % 1000)::bigint END AS satoshis
    FROM generate_series(0, $3::integer - 1) AS series (i)`;

async function writeMovements(client: pg.Client, chainId: string, rows: number): Promise<void> {
  const { rows: found } = await client.query<{ chain: number; id: number }>(
    `INSERT INTO address (chain, id, address, height)
     SELECT chain.id, 1 + (SELECT max(id) FROM address WHERE address.chain = chain.id), $2, 0 FROM chain WHERE chain_id = $1
     RETURNING chain, id`,
    [chainId, HOLDER],
  );
  const { chain, id } = found[0] as { chain: number; id: number };
  await client.query(
    `INSERT INTO transaction_place (chain, pays_shielded, height, tx_index, txid)
     SELECT $1::smallint, false, height, tx_index, sha256(convert_to('movement ' || i, 'UTF8')) FROM (${MOVEMENTS}) given WHERE $2::integer > 0`,
    [chain, id, rows],
  );
  await client.query(
    `INSERT INTO native_transaction (chain, address_id, height, tx_index, tx_count, utxo_count, spendable_utxo_count, native_tx_count,
                                     native_utxo_count, native_spendable_utxo_count, satoshis, balance, received)
     SELECT $1::smallint, $2::integer, height, tx_index, 1 + i, 1 + i - 2 * ((i + 1) / 4), 1 + i - 2 * ((i + 1) / 4), 1 + i,
            1 + i - 2 * ((i + 1) / 4), 1 + i - 2 * ((i + 1) / 4), satoshis, sum(satoshis) OVER chain_order,
            sum(greatest(satoshis, 0)) OVER chain_order
       FROM (${MOVEMENTS}) given WINDOW chain_order AS (ORDER BY i)`,
    [chain, id, rows],
  );
}

async function writeTransactions(client: pg.Client, chainId: string, rows: number): Promise<void> {
  const { rows: found } = await client.query<{ id: number }>('SELECT id FROM chain WHERE chain_id = $1', [chainId]);
  const chain = found[0]?.id;
  const { rows: forks } = await client.query('SELECT 1 FROM block WHERE chain = $1 AND height <= $2 AND NOT main', [
    chain,
    HEIGHTS,
  ]);
  if (forks.length > 0) throw new Error('the rows would stand in blocks that left the chain');
  const into = client.query(
    copyFrom(`COPY transaction (chain, height, ordinal, index, txid, size, version, lock_time, value_in, value_out, fee, input_count,
                                output_count, fragment) FROM STDIN`),
  );
  await pipeline(Readable.from(linesOf(Number(chain), rows)), into);
}

function* linesOf(chain: number, rows: number): Generator<string> {
  const funding = Array.from({ length: FUNDING_OUTPUTS }, () => ({ to: PAYER, satoshis: 1_000_000_000n }));
  yield lineOf(chain, 1, FIRST_INDEX - 1, 'funding', { txid: sha256('nothing'), vout: 0 }, funding);
  for (let index = 0; index < rows; index += 1) {
    const height = 1 + Math.floor((index * HEIGHTS) / rows);
    const amount = amountAt(index);
    const comes = amount > 0n;
    const spent = comes
      ? { txid: sha256('funding'), vout: index % FUNDING_OUTPUTS }
      : { txid: sha256(`movement ${index - 1}`), vout: 0 };
    const made = { to: comes ? HOLDER : PAYEE, satoshis: comes ? amount : -amount - FEE };
    yield lineOf(chain, height, FIRST_INDEX + index, `movement ${index}`, spent, [made]);
  }
}

function lineOf(
  chain: number,
  height: number,
  index: number,
  name: string,
  spent: { txid: Uint8Array; vout: number },
  made: readonly { to: string; satoshis: bigint }[],
): string {
  const txid = sha256(name);
  const outputs = made.map(({ to, satoshis }, at) => ({
    index: at,
    satoshis,
    scriptType: 'pubkeyhash',
    addresses: [to],
    spendable: true,
    script: Buffer.from(`76a914${'00'.repeat(20)}88ac`, 'hex'),
  }));
  const out = made.reduce((sum, { satoshis }) => sum + satoshis, 0n);
  const inputs = [{ ...spent, sequence: 0xffff_ffff, satoshis: out + FEE }];
  const body = create(BlockSchema, { transactions: [{ txid, index, version: 4, inputs, outputs }] });
  const hexOf = (bytes: Uint8Array): string => `\\\\x${Buffer.from(bytes).toString('hex')}`;
  const cells = [chain, height, 0, index, hexOf(txid), 250, 4, 0, out + FEE, out, FEE, 1, made.length];
  return `${cells.join('\t')}\t${hexOf(toBinary(BlockSchema, body))}\n`;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
