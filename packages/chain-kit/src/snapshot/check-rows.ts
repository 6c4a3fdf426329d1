import { merkleRoot } from '@ledgergraph/verus-protocol/merkle-root';
import type pg from 'pg';
import { chainNumber } from '#/chain/chain-numbers.ts';
import { type ServiceDatabase, withClient } from './databases.ts';
import { areSamePlaces, type ChainPlace, type Place } from './manifest.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import { STAGING } from './staged-tables.ts';

const STEP = 2_000;

/** Every block below a cursor must be applied. @returns a sum over the blocks, the same for every service @throws SnapshotFault */
export async function checkRows(database: ServiceDatabase, chains: readonly ChainPlace[]): Promise<string> {
  const { service } = database;
  return withClient(database, async (client) => {
    await client.query(`SET search_path = ${STAGING}`);
    const cursors = await client.query<Place>('SELECT chain_id AS "chainId", height, hash FROM sync_cursor');
    if (!areSamePlaces(cursors.rows, chains)) {
      throw new SnapshotFault(`the rows of ${service} stand at other blocks than the manifest declares`);
    }
    const { rows } = await client.query<{
      chainId: string;
      blocks: string;
      lowest: number;
      highest: number;
      sum: string;
    }>(
      // Numbers of chains differ between databases.
      `SELECT chain.chain_id AS "chainId", applied.blocks::text, lowest, highest, sum::text
         FROM (SELECT chain, count(*) AS blocks, min(height) AS lowest, max(height) AS highest,
                      sum(hashtextextended(height || ' ' || encode(hash, 'hex'), 0)) AS sum
                 FROM applied_block GROUP BY chain) applied
         LEFT JOIN chain ON chain.id = applied.chain ORDER BY chain.chain_id`,
    );
    for (const { chainId, blocks, lowest, highest } of rows) {
      const chain = chains.find((one) => one.chainId === chainId);
      const isWhole = lowest === 0 && highest === chain?.height && Number(blocks) === highest + 1;
      if (!isWhole)
        throw new SnapshotFault(`${service} lacks blocks of ${chain?.name ?? 'a chain that is not listed'}`);
    }
    for (const chain of chains) await checkPlaces(client, service, chain);
    return rows.map(({ chainId, sum }) => `${chainId} ${sum}`).join(', ');
  });
}

async function checkPlaces(client: pg.Client, service: string, { chainId, name, height, hash, final }: ChainPlace) {
  const { rows } = await client.query<{ height: number; hash: string }>(
    `SELECT height, encode(hash, 'hex') AS hash FROM applied_block
      WHERE chain = ${chainNumber(1)} AND height IN ($2::integer, $3::integer)`,
    [chainId, height, final.height],
  );
  const isRight = [{ height, hash }, final].every((wanted) =>
    rows.some((row) => row.height === wanted.height && row.hash === wanted.hash),
  );
  if (!isRight) throw new SnapshotFault(`${service} has other blocks of ${name} than the manifest declares`);
}

/** Parent hashes, and merkle roots of the transactions. @param database that of blocks @throws SnapshotFault */
export async function checkBlocksDeeply(database: ServiceDatabase, chains: readonly ChainPlace[]): Promise<void> {
  await withClient(database, async (client) => {
    await client.query(`SET search_path = ${STAGING}`);
    for (const { chainId, name, height } of chains) {
      let parent = '';
      for (let from = 0; from <= height; from += STEP) {
        const { rows } = await client.query<BlockRow>(BLOCKS, [chainId, from, from + STEP]);
        const expected = Math.min(STEP, height + 1 - from);
        if (rows.length !== expected) throw new SnapshotFault(`${name} lacks blocks from ${from} on`);
        for (const block of rows) {
          checkBlock(name, block, parent);
          parent = block.hash;
        }
      }
    }
  });
}

interface BlockRow {
  height: number;
  hash: string;
  applied: string | null;
  previous: string;
  root: Buffer;
  txids: Buffer[] | null;
}

const BLOCKS = `
  SELECT b.height, encode(b.hash, 'hex') AS hash, encode(a.hash, 'hex') AS applied, encode(b.previous_hash, 'hex') AS previous, b.merkle_root AS root,
         (SELECT array_agg(t.txid ORDER BY t.index) FROM transaction t
           WHERE t.chain = b.chain AND t.height = b.height AND t.ordinal = b.ordinal) AS txids
    FROM block b
    LEFT JOIN applied_block a ON a.chain = b.chain AND a.height = b.height
   WHERE b.chain = ${chainNumber(1)} AND b.height >= $2 AND b.height < $3 AND b.main ORDER BY b.height`;

function checkBlock(chain: string, { height, hash, applied, previous, root, txids }: BlockRow, parent: string): void {
  if (previous !== parent || hash !== applied) {
    throw new SnapshotFault(`block ${height} of ${chain} does not continue the block below it`);
  }
  if (txids === null || !root.equals(merkleRoot(txids))) {
    throw new SnapshotFault(`the transactions of block ${height} of ${chain} do not make its merkle root`);
  }
}
