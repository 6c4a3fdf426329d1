import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inRepository } from '@ledgergraph/local/repository';
import { EXPORT_BYTES } from './export/export-concurrency.ts';
import { csv } from './export/formats/csv.ts';
import { parquet } from './export/formats/parquet.ts';
import { statement } from './export/lists/statement.ts';
import { MEMORY_BOUNDS } from './memory-bounds.ts';
import { writeJson } from './node-rpc/json.ts';
import { VALUE_BYTES } from './node-rpc/read-body.ts';
import { readRequest } from './node-rpc/read-request.ts';
import { ANSWER_FACTOR } from './node-rpc/rpc-concurrency.ts';

const MIB = 1024 * 1024;
/** Measured after a few requests. */
const PROCESS = 160 * MIB;
const PAGES_AHEAD = 3;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('all that clients can fill, and the process itself, fit into the memory of the portal’s pod', () => {
  const manifest = readFileSync(inRepository('deploy/k8s/shared/api/deployment.yaml'), 'utf8');
  const limits = Array.from(manifest.matchAll(/limits: \{ memory: (\d+)Mi \}/g), ([, mib]) => Number(mib) * MIB);
  const all = Object.values(MEMORY_BOUNDS).reduce((sum, bytes) => sum + bytes, PROCESS);
  expect(all / MIB).toBeLessThan(Math.max(...limits) / MIB);
});

const text = (length: number): string => randomBytes(length / 2).toString('hex');

function readPage() {
  const movements = Array.from({ length: 1_000 }, (_, index) => ({
    txid: text(64),
    blockHeight: index,
    timestamp: '2026-01-01T00:00:00Z',
    currencyId: text(34),
    amount: '-12345.00000001',
    fee: '0.00010000',
    balance: '98765432.00000001',
    counterparty: { address: text(34), identity: { friendlyName: text(64) } },
    kind: 'SENT',
  }));
  const answered = JSON.parse(JSON.stringify(movements)) as typeof movements;
  return answered.flatMap((movement) => statement.rowsOf(movement, {}));
}

function fillLines(): unknown {
  return Array.from({ length: 10 }, () => {
    const pages = Array.from({ length: 1 + PAGES_AHEAD }, readPage);
    return { pages, lines: Buffer.from(csv.open(statement.columns).write(pages[0] ?? [])) };
  });
}

/** One page is missing from the rows of a group, and the group before was written. */
function fillGroups(): unknown {
  return Array.from({ length: 4 }, () => {
    const encoder = parquet.open(statement.columns);
    const written = Array.from({ length: 19 }, () => encoder.write(readPage()));
    return { encoder, written: written.at(9), pages: Array.from({ length: 1 + PAGES_AHEAD }, readPage) };
  });
}

const ANSWERS = 10;
const ANSWER_BYTES = 2 * MIB;
const VALUES = 100_000;

/** One is sent while the values and the text of the next one come. */
function fillAnswers(): unknown {
  return Array.from({ length: ANSWERS }, () => {
    const answered = JSON.stringify({ data: { block: { verusJson: text(ANSWER_BYTES) } } });
    return { answered, values: JSON.parse(answered), sent: Buffer.from(writeJson(JSON.parse(answered))) };
  });
}

function fillValues(): unknown {
  const bodies = ['[0]', '{}', '{"a":[0]}', '0'].map((one) => {
    const each = one.match(/[[{:]/g)?.length ?? 0;
    return `{"method":"a","params":[${new Array(Math.floor(VALUES / (each + 1))).fill(one).join()}]}`;
  });
  return bodies.map((body) => readRequest(body));
}

test.each([
  ['answers to calls of the node', ANSWERS * ANSWER_BYTES * ANSWER_FACTOR, fillAnswers],
  ['parameters of calls of the node', 4 * VALUES * VALUE_BYTES, fillValues],
  ['exports of lines', 10 * EXPORT_BYTES.lines, fillLines],
  ['exports of groups of rows', 4 * EXPORT_BYTES.groups, fillGroups],
])('however much is asked for, memory holds no more than their bound: %s', async (_what, bound, fill) => {
  const before = await inUse();
  const holder = fill();
  const taken = (await inUse()) - before;
  expect(holder).toBeDefined();
  expect(taken / bound).toBeLessThan(1.25);
  expect(taken / bound).toBeGreaterThan(0.15);
});

async function inUse(): Promise<number> {
  // Buffers go with the second one.
  for (let time = 0; time < 2; time += 1) {
    collect();
    await nextTurn();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
