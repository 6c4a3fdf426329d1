import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { connectTo } from '../backfill/tables.ts';
import { saveExport } from './read-export.ts';
import { cpuSince, readStackCpu } from './stack-cpu.ts';
import { HOLDER, writeStatement } from './statement-rows.ts';

const RECORDING = 'vrsctest-a';
const ROWS = 100_000;
/** A block with ten confirmations is above all rows. */
const TIP = 405;

/** All columns, or those that addresses has by itself; with their types in a table. */
const FORMS = {
  all: `txid text, block_height integer, "timestamp" timestamptz, currency_id text, currency text, amount numeric, fee numeric, balance numeric,
        counterparty text, counterparty_identity text, kind text, cursor text`,
  amounts: `txid text, block_height integer, "timestamp" timestamptz, currency_id text, currency text, amount numeric, balance numeric, cursor text`,
};

/** Against COPY of the same rows, out of a table that holds nothing else. */
export interface ExportSamples {
  columns: keyof typeof FORMS;
  rows: number;
  rounds: ExportRound[];
}

export interface ExportRound {
  exportMs: number;
  copyMs: number;
  /** Milliseconds of each process. */
  exportCpu: Record<string, number>;
  copyCpu: Record<string, number>;
}

export async function runExports(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<ExportSamples[]> {
  progress('exports: starting an installation');
  const stack = await startTestStack({ recordings: [RECORDING], from: TIP, isDurable: true });
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
  const samples: ExportSamples[] = [];
  for (const columns of ['all', 'amounts'] as const) {
    samples.push({
      columns,
      rows: ROWS,
      rounds: await compare(stack, addresses, { columns, folder, rounds }, progress),
    });
  }
  return samples;
}

async function compare(
  stack: TestStack,
  addresses: pg.Client,
  { columns, folder, rounds }: { columns: keyof typeof FORMS; folder: string; rounds: number },
  progress: (text: string) => void,
): Promise<ExportRound[]> {
  const path = `statement?address=${HOLDER}${columns === 'all' ? '' : `&columns=${columns}`}`;
  const exported = join(folder, `export-${columns}.csv`);
  const table = `bench_${columns}`;
  progress(`exports: columns ${columns}, the first time`);
  await saveExport(stack.address, path, exported);
  await fillTable(addresses, table, FORMS[columns], exported);
  const compared: ExportRound[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    progress(`exports: columns ${columns}, and COPY of the rows: ${round} of ${rounds}`);
    const atStart = readStackCpu(stack.running);
    const exportMs = await saveExport(stack.address, path, exported);
    const between = readStackCpu(stack.running);
    const startedAt = performance.now();
    const out = addresses.query(copyTo(`COPY ${table} TO STDOUT (FORMAT csv, HEADER)`));
    await pipeline(out, createWriteStream(join(folder, 'copy.csv')));
    const copyMs = performance.now() - startedAt;
    const atEnd = readStackCpu(stack.running);
    compared.push({ exportMs, copyMs, exportCpu: cpuSince(atStart, between), copyCpu: cpuSince(between, atEnd) });
  }
  return compared;
}

async function fillTable(client: pg.Client, table: string, columns: string, file: string): Promise<void> {
  await client.query(`CREATE TABLE ${table} (${columns})`);
  await pipeline(createReadStream(file), client.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT csv, HEADER)`)));
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${table}`);
  if (Number(rows[0]?.count) !== ROWS) throw new Error(`the export has ${rows[0]?.count} rows instead of ${ROWS}`);
  await client.query(`VACUUM ANALYZE ${table}`);
}
