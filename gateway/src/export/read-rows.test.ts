import pino from 'pino';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import type { ExportList } from './export-list.ts';
import { ExportReader } from './export-reader.ts';
import { csv } from './formats/csv.ts';
import { addressStatement } from './lists/address-statement.ts';
import type { ExportPlan } from './plan-export.ts';
import { columnsOf, readRows } from './read-rows.ts';

const LINE = `${'ab'.repeat(32)},5,2026-01-01T00:00:00Z,iA,1.00000000,1.00000000\r\n`;
const STATEMENT = { currency: { currencyId: 'iA' }, fromHeight: 0, toHeight: 9 };

/** A reader over a graph that may lack markets. */
function readerOf(hasKinds: boolean): ExportReader {
  const facts = { txIndexes: [1], directions: ['RECEIVED'] };
  const answers = {
    addresses: { statementLines: { lines: LINE, count: 1, last: [5, 1], facts } },
    blocks: { movementParties: { fees: ['0.00000000'], counterparties: [null] } },
    ...(hasKinds && { markets: { movementKinds: ['MINED'] } }),
  };
  const read = (data: object) => ({ read: async () => ({ data, errors: [] }) });
  const readers = new Map(Object.entries(answers).map(([name, data]) => [name, read(data)]));
  const graphs = { run: (operate: (graph: unknown) => unknown) => operate({ readers }) };
  return exportReader(graphs);
}

function exportReader(graphs: object): ExportReader {
  const options = { graphs: graphs as unknown as CurrentGraph, tips: { pins: () => [] }, operationTimeoutMs: 1_000 };
  const key = { environment: 'TESTNET' } as ConstructorParameters<typeof ExportReader>[1];
  return new ExportReader({ ...options, logger: pino({ level: 'silent' }) }, key, 'test', () => false);
}

test.each([
  [true, 'MINED'],
  [false, null],
])('a statement is exported whether or not the graph has kinds of movements: %s', async (hasKind, kind) => {
  const plan: ExportPlan = {
    list: addressStatement,
    parameters: new Map([['address', 'RA']]),
    block: { chainId: 'iA', height: 9, hash: 'bb', timestamp: '2026-01-01T00:00:00Z' },
    start: { cursor: null, items: 0 },
    counted: { address: { address: 'RA', statement: STATEMENT } },
    ...{ items: 1, units: 1, cursorOf: () => '' },
  };
  const pages = [];
  for await (const page of readRows(readerOf(hasKind), plan)) pages.push(page);
  const at = addressStatement.columns.findIndex(({ name }) => name === 'kind');
  expect(pages.map(({ rows }) => rows().map((row) => row[at]))).toEqual([[kind]]);
});

/** A reader over a subgraph that has 7,000 lines. */
function readerOfLines(): ExportReader {
  const read = async (body: string) => {
    const { after, limit } = JSON.parse(body).variables as { after: number[] | null; limit: number };
    const count = Math.min(limit, 7_000 - (after?.[1] ?? 0));
    const statementLines = { lines: LINE.repeat(count), count, last: [5, (after?.[1] ?? 0) + count] };
    return { data: { statementLines }, errors: [] };
  };
  const graphs = {
    run: (operate: (graph: unknown) => unknown) => operate({ readers: new Map([['addresses', { read }]]) }),
  };
  return exportReader(graphs);
}

test.each([false, true])('lines of CSV are sent as the rows that other formats get, closed: %s', async (isClosed) => {
  const list = { ...(addressStatement.variants?.amounts as ExportList), isClosed };
  const plan: ExportPlan = {
    ...{ list, parameters: new Map(), start: { cursor: null, items: 0 }, items: 7_000, units: 7 },
    block: { chainId: 'iA', height: 9, hash: 'bb', timestamp: '2026-01-01T00:00:00Z' },
    counted: { address: { address: 'RA', statement: STATEMENT } },
    cursorOf: ({ cursor, items }) => `=${cursor}"${items}`,
  };
  const encoder = csv.open(columnsOf(plan));
  const counts: number[] = [];
  for await (const page of readRows(readerOfLines(), plan)) {
    counts.push(page.rows().length);
    expect(page.csv).toBe(encoder.write(page.rows()));
    expect(page.csv?.includes("'=")).toBe(!isClosed);
  }
  expect(counts).toEqual([5_000, 2_000]);
});
