import pino from 'pino';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import type { ExportList } from './export-list.ts';
import { ExportReader } from './export-reader.ts';
import { csv } from './formats/csv.ts';
import { addressStatement } from './lists/address-statement.ts';
import type { ExportPlan } from './plan-export.ts';
import { columnsOf, type RowPage, readRows } from './read-rows.ts';

const STATEMENT = { currency: { currencyId: 'iA' }, fromHeight: 0, toHeight: 9 };

/** So many movements of one satoshi in block 5, behind some. */
function partOf(before: number, count: number): Record<string, unknown> {
  return {
    ...{ count, last: [5, before + count], openingBalance: String(before), closingBalance: String(before + count) },
    ...{
      amounts: new Array(count).fill('1').join(),
      txids: Buffer.alloc(32 * count, 0xab).toString('base64'),
      heights: '5',
      times: '1767225600',
    },
    counts: String(count),
  };
}

/** A reader over a graph that may lack markets. */
function readerOf(hasKinds: boolean): ExportReader {
  const facts = { txIndexes: '1', directions: 'RECEIVED' };
  const answers = {
    addresses: { statementPart: { ...partOf(0, 1), facts } },
    blocks: { movementParties: { fees: '0', counterparties: '' } },
    ...(hasKinds && { markets: { movementKinds: 'MINED' } }),
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
    ...{ items: 1, total: 1, units: 1, cursorOf: () => '' },
  };
  const pages = [];
  for await (const page of readRows(readerOf(hasKind), plan, () => 3)) pages.push(page);
  const at = addressStatement.columns.findIndex(({ name }) => name === 'kind');
  expect(pages.map(({ rows }) => rows().map((row) => row[at]))).toEqual([[kind]]);
});

const MOVEMENTS = 17_000;

interface StubOptions {
  /** False: a subgraph of before, which has no such field. */
  hasPlaces?: boolean;
  /** Added to each place but those of parts. */
  shift?: number;
  /** Called with the position at which a part begins. */
  onPart?: (after: number) => Promise<void> | void;
}

/** A reader over a subgraph that has 17,000 movements. */
function readerOfMovements({ hasPlaces = true, shift = 0, onPart }: StubOptions = {}): ExportReader {
  const read = async (body: string) => {
    const { query, variables } = JSON.parse(body) as {
      query: string;
      variables: { after: number[] | null; every: number; limit: number };
    };
    const { after, every, limit } = variables;
    const start = after?.[1] ?? 0;
    if (query.includes('statementPlaces')) {
      const error = { message: 'no such field', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
      if (!hasPlaces) return { data: null, errors: [error] };
      const ends = Array.from({ length: limit }, (_, index) => start + (index + 1) * every);
      const statementPlaces = ends.filter((end) => end <= MOVEMENTS).map((end) => [5, end + shift]);
      return { data: { statementPlaces }, errors: [] };
    }
    await onPart?.(start);
    const count = Math.min(limit, MOVEMENTS - start);
    return { data: { statementPart: partOf(start, count) }, errors: [] };
  };
  const graphs = {
    run: (operate: (graph: unknown) => unknown) => operate({ readers: new Map([['addresses', { read }]]) }),
  };
  return exportReader(graphs);
}

/** @param items of the 17,000 */
function planOfMovements(isClosed: boolean, items = MOVEMENTS): ExportPlan {
  const list = { ...(addressStatement.variants?.amounts as ExportList), isClosed };
  return {
    ...{ list, parameters: new Map(), start: { cursor: null, items: 0 } },
    ...{ items, total: MOVEMENTS, units: 17 },
    block: { chainId: 'iA', height: 9, hash: 'bb', timestamp: '2026-01-01T00:00:00Z' },
    counted: { address: { address: 'RA', statement: STATEMENT } },
    cursorOf: ({ cursor, items }) => `=${cursor}"${items}`,
  };
}

const cursorsOf = (pages: readonly RowPage[]) => pages.map((page) => page.rows().at(-1)?.at(-1));

async function readAll(reader: ExportReader, plan: ExportPlan): Promise<RowPage[]> {
  const pages: RowPage[] = [];
  for await (const page of readRows(reader, plan, () => 3)) pages.push(page);
  return pages;
}

test.each([
  [false, true],
  [true, true],
  [false, false],
])(
  'lines of CSV are sent as the rows that other formats get, closed: %s, with places: %s',
  async (isClosed, hasPlaces) => {
    const plan = planOfMovements(isClosed);
    const encoder = csv.open(columnsOf(plan));
    const pages = await readAll(readerOfMovements({ hasPlaces }), plan);
    for (const page of pages) {
      expect(page.csv?.().toString()).toBe(encoder.write(page.rows()));
      expect(page.csv?.().includes("'=")).toBe(!isClosed && page !== pages.at(-1));
    }
    expect(pages.map((page) => page.rows().length)).toEqual([5_000, 5_000, 5_000, 2_000]);
    if (!isClosed) {
      const cursors = [5_000, 10_000, 15_000].map((items) => `=[5,${items}]"${items}`);
      expect(cursorsOf(pages)).toEqual([...cursors, null]);
    }
  },
);

test.each([
  [true, [0, 5_000, 10_000]],
  [false, [0]],
])('parts are read at once where their places are known: %s', async (hasPlaces, expected) => {
  const held = Promise.withResolvers<void>();
  const begun: number[] = [];
  const onPart = (after: number) => {
    begun.push(after);
    return held.promise;
  };
  const pages = readRows(readerOfMovements({ hasPlaces, onPart }), planOfMovements(false), () => 3);
  const first = pages.next();
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(expected);
  held.resolve();
  expect((await first).value?.items).toBe(5_000);
  await pages.return();
});

test('a part that does not end where the next one begins is a fault', async () => {
  await expect(readAll(readerOfMovements({ shift: 1 }), planOfMovements(false))).rejects.toThrow(
    'a part of 5000 items ends at [5,5000] instead of [5,5001]',
  );
});

test.each([
  [MOVEMENTS, null],
  [12_000, '=[5,12000]"12000'],
  [10_000, '=[5,10000]"10000'],
])('the last row of %i of 17,000 movements has a cursor only where more follow', async (items, expected) => {
  const pages = await readAll(readerOfMovements(), planOfMovements(false, items));
  expect(cursorsOf(pages).at(-1)).toBe(expected);
});

test('a statement without movements has no rows, and nothing is read for it', async () => {
  const onPart = () => Promise.reject(new Error('a part was read'));
  const plan = { ...planOfMovements(false, 0), total: 0 };
  expect(await readAll(readerOfMovements({ onPart }), plan)).toEqual([]);
});
