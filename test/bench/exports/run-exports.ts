import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import { startTestStack } from '@ledgergraph/test-kit/stack';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { connectTo } from '../backfill/tables.ts';
import { saveExport } from './read-export.ts';
import { cpuSince, readStackCpu } from './stack-cpu.ts';
import { HOLDER, writeStatement } from './statement-rows.ts';

const RECORDING = 'vrsctest-a';
const ROWS = 100_000;
/** Tip of the chain: a block with ten confirmations is above all rows. */
const TIP = 405;

/** An export against COPY of the very same rows, out of a table that holds nothing else. */
export interface ExportSamples {
  rows: number;
  rounds: ExportRound[];
}

export interface ExportRound {
  exportMs: number;
  copyMs: number;
  /** CPU milliseconds of each process in the export, and in COPY. */
  exportCpu: Record<string, number>;
  copyCpu: Record<string, number>;
}

/** A statement of 100,000 rows as CSV, and plain COPY of the same rows to CSV, in turn. */
export async function runExports(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<ExportSamples> {
  progress('exports: starting an installation');
  const stack = await startTestStack({ recordings: [RECORDING], from: TIP });
  cleanup.defer(() => stack.stop());
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-exports-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const { databaseUrls } = stack.address;
  const [blocks, addresses] = [await connectTo(databaseUrls.blocks), await connectTo(databaseUrls.addresses)];
  cleanup.defer(async () => {
    await blocks.end();
    await addresses.end();
  });
  progress(`exports: writing ${ROWS} movements`);
  const { chainId } = readMeta(recordingDir(RECORDING));
  await writeStatement(blocks, addresses, chainId, ROWS);
  const path = `address-statement?address=${HOLDER}`;
  const exported = join(folder, 'export.csv');
  // The first time, which fills caches, does not count.
  progress('exports: the first time');
  await saveExport(stack.address, path, exported);
  await fillTable(addresses, exported);
  const samples: ExportSamples = { rows: ROWS, rounds: [] };
  for (let round = 1; round <= rounds; round += 1) {
    progress(`exports: the statement, and COPY of its rows: ${round} of ${rounds}`);
    const atStart = readStackCpu(stack.running);
    const exportMs = await saveExport(stack.address, path, exported);
    const between = readStackCpu(stack.running);
    const startedAt = performance.now();
    const out = addresses.query(copyTo('COPY bench_rows TO STDOUT (FORMAT csv, HEADER)'));
    await pipeline(out, createWriteStream(join(folder, 'copy.csv')));
    const copyMs = performance.now() - startedAt;
    const atEnd = readStackCpu(stack.running);
    samples.rounds.push({
      ...{ exportMs, copyMs, exportCpu: cpuSince(atStart, between), copyCpu: cpuSince(between, atEnd) },
    });
  }
  return samples;
}

/** Puts an export into a table of the columns' own types. */
async function fillTable(client: pg.Client, file: string): Promise<void> {
  await client.query(
    `CREATE TABLE bench_rows (txid text, block_height integer, "timestamp" timestamptz, currency_id text, amount numeric, fee numeric,
                              balance numeric, counterparty text, kind text, cursor text)`,
  );
  await pipeline(createReadStream(file), client.query(copyFrom('COPY bench_rows FROM STDIN (FORMAT csv, HEADER)')));
  const { rows } = await client.query<{ count: string }>('SELECT count(*) AS count FROM bench_rows');
  if (Number(rows[0]?.count) !== ROWS) throw new Error(`the export has ${rows[0]?.count} rows instead of ${ROWS}`);
  await client.query('VACUUM ANALYZE bench_rows');
}
