import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';

import { runInNewContext } from 'node:vm';
import { inRepository } from '@ledgergraph/local/repository';
import { gatherBody } from '@ledgergraph/service-kit/http/gather-body';
import { pino } from 'pino';
import { bytesOfStream } from '#/admission/admission.ts';
import { PersistedQueries } from '#/answer/persisted-queries.ts';
import type { KeyAnswer } from '#/auth/key-answer.ts';
import { KeyCache } from '#/auth/key-cache.ts';
import { ParsedKeys } from '#/auth/parsed-keys.ts';
import { ANSWER_LENGTH_MAX } from '#/errors/answer-length.ts';
import { OperationCache } from '#/execution/operation-cache.ts';
import { PLANNING_MEMORY } from '#/execution/planning/planning-thread.ts';
import { BODY_BYTES_MAX, BodyConcurrency, LARGE_BYTES_MAX } from '#/http/body-concurrency.ts';
import type { Tip } from '#/pin/tip.ts';
import { RequestKeys } from '#/response-cache/request-keys.ts';
import { InFlightResponse, ResponseCache } from '#/response-cache/response-cache.ts';
import { ChainReader, type ChainReaderOptions } from '#/streams/chain-reader.ts';
import { createKeptResults, EventResults, type EventResultsOptions } from '#/streams/event-results.ts';
import { PoolListeners } from '#/streams/pool-listeners.ts';
import { PoolLog } from '#/streams/pool-log.ts';
import { StreamedEvent } from '#/streams/streamed-event.ts';
import { SHORT_BYTES_MAX } from '#/subgraphs/answer-room.ts';
import { MEMORY_BOUNDS } from './bounds.ts';

const MIB = 1024 * 1024;
const PROCESS = 170 * MIB;
const PLANNING = (PLANNING_MEMORY.maxOldGenerationSizeMb + PLANNING_MEMORY.maxYoungGenerationSizeMb) * MIB;
/** Bytes for each character of a subgraph's answer: 1.6 where there are texts, less than 4 elsewhere. */
const TIMES_OF_ANSWER = 4;
/** Bytes for each character of an answer that is written. */
const TIMES_OF_WRITTEN = 5;
/** On each of them a short answer comes that has no room yet. */
const CONNECTIONS = 6 * 32;
const TIMES_OF_BODY = 4;

const CHAINS = 3;
/** A subgraph answers a chain's pending transactions in one piece, and a node bounds their bytes. */
const PENDING = 64 * MIB;
/** At each of the places of the costliest operation. */
const JOINED = 150_000 * 512;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function readNumber(file: string, pattern: RegExp): number {
  const found = pattern.exec(readFileSync(inRepository(file), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`${file} has no such number`);
  return Number(found);
}

test('all that clients can fill, and the process itself, fit into the memory of the gateway’s pod', () => {
  const pod = readNumber('deploy/k8s/teams/gateway/deployment.yaml', /limits: \{ memory: (\d+)Mi \}/) * MIB;
  const responses = readNumber('gateway/src/env.ts', /RESPONSE_CACHE_MB: [\s\S]*?\.default\((\d+)\)/) * MIB;
  const { operations, subscriptions, introspections, subgraphAnswers, shortSubgraphAnswers } = MEMORY_BOUNDS;
  const once = Object.values(MEMORY_BOUNDS).reduce((sum, bytes) => sum + bytes, 0);
  // While one graph takes the place of another there are two.
  const ofGraph = operations + subscriptions + introspections + PLANNING;
  const answers = (TIMES_OF_ANSWER - 1) * (subgraphAnswers + shortSubgraphAnswers) + CONNECTIONS * SHORT_BYTES_MAX;
  const large = TIMES_OF_BODY * LARGE_BYTES_MAX + answers + TIMES_OF_WRITTEN * ANSWER_LENGTH_MAX;
  const chains = (CHAINS - 1) * MEMORY_BOUNDS.poolWindow + PENDING;
  const all = PROCESS + chains + JOINED + once + PLANNING + ofGraph + responses + large;
  expect(all / MIB).toBeLessThan(pod / MIB);
});

function text(characters: number): string {
  return randomBytes(characters / 2).toString('hex');
}

const PIN: Tip = { chainId: 'chain', height: 1, hash: 'aa', environment: 'TESTNET', poolSerial: '1' } as unknown as Tip;

async function fillBodies(): Promise<unknown> {
  const concurrency = new BodyConcurrency();
  const bodies: Readable[] = [];
  const key = (number: number) => ({ id: `${number}`, teamId: `${number}`, personId: null });
  while (typeof concurrency.acquire(key(bodies.length), BODY_BYTES_MAX) !== 'string') {
    const body = new Readable({ read() {} });
    bodies.push(body);
    void gatherBody(body, BODY_BYTES_MAX, () => undefined);
    await nextTurn();
    for (let sent = 16; sent < BODY_BYTES_MAX; sent += 16) body.push(Buffer.alloc(16, 'a'));
  }
  return { concurrency, bodies };
}

function fillPersisted(): unknown {
  const queries = new PersistedQueries();
  for (let number = 0; number < 400; number += 1) {
    const query = text(65_000);
    queries.keep({ query, newHash: hash('sha256', query) });
  }
  return queries;
}

function fillRequestKeys(): unknown {
  const keys = new RequestKeys();
  for (let number = 0; number < 300; number += 1)
    keys.of({ method: 'POST', url: '/', headers: {} }, text(65_000), [PIN], 'graph');
  return keys;
}

function fillResults(): unknown {
  const results = createKeptResults();
  for (let event = 0; event < 4_000; event += 1) results.set(text(200), new StreamedEvent(text(300), text(20_000)));
  return results;
}

function fillResponses(): unknown {
  const cache = new ResponseCache({ bytesMax: 8 * MIB });
  for (let number = 0; number < 100; number += 1) {
    const taken = cache.take(text(60_000), [PIN]);
    if (taken instanceof InFlightResponse) taken.keep(text(200_000), 'application/json');
  }
  return cache;
}

function readerOf(sources: object): ChainReader {
  const graphs = { run: async (use: (graph: unknown) => unknown) => use({ events: { sources } }) };
  return new ChainReader({
    graphs: graphs as unknown as ChainReaderOptions['graphs'],
    missed: { note: () => {} },
    logger: pino({ level: 'silent' }),
  });
}

async function fillChainReads(): Promise<unknown> {
  const changes = () =>
    Array.from({ length: 2_000 }, () => ({ height: 1, txIndex: 1, vout: 1, id: text(34), reference: text(64) }));
  const reader = readerOf({ changes });
  const field = { name: 'itemEvents', key: '' };
  for (let from = 0; from < 20; from += 1)
    await reader.changes([PIN], PIN, field, { from, to: from, ids: null, limit: null });
  return reader;
}

async function fillPoolPages(): Promise<unknown> {
  const poolPage = async () => ({
    beginsAt: 0,
    upTo: 1,
    marks: [],
    changes: Array.from({ length: 100 }, () => ({
      serial: 1,
      hasEntered: true,
      txid: text(64),
      state: null,
      blockHeight: null,
      addresses: Array.from({ length: 100 }, () => text(34)),
    })),
  });
  const reader = readerOf({ poolPage });
  for (let after = 0; after < 60; after += 1) await reader.pastPoolPage([PIN], PIN, after);
  return reader;
}

function fillPoolLog(): unknown {
  const log = new PoolLog();
  for (let serial = 0; serial < 20_000; serial += 2) {
    const one = { txid: text(64), state: null, blockHeight: null };
    const change = (hasEntered: boolean, at: number) => ({
      ...one,
      serial: at,
      hasEntered,
      addresses: Array.from({ length: 10 }, () => text(34)),
      event: { id: text(200), block: null, position: { serial: at, snapshot: null }, value: { chainId: text(34) } },
    });
    log.append({ upTo: serial + 1, changes: [change(true, serial), change(false, serial + 1)] });
  }
  return log;
}

function fillKeys(): unknown {
  const cache = new KeyCache(() => 0);
  for (let number = 0; number < 20_000; number += 1) {
    const plan = { id: 'free', callsPerMonth: 1n, callsPerSecond: 1, streamsPerKey: 1, sendsPerMinute: 1 };
    const lists = { allowedNetworks: [text(40)], allowedOrigins: [text(60)] };
    const key = { id: text(36), teamId: text(36), personId: text(36), plan, ...lists };
    cache.keep(text(44), { status: 'known', key } as unknown as KeyAnswer);
    cache.keep(text(44), { status: 'unknown' });
  }
  return cache;
}

function fillParsedKeys(): unknown {
  const keys = new ParsedKeys();
  for (let number = 0; number < 30_000; number += 1)
    keys.find(text(60), () => ({ keyHash: randomBytes(32), claimed: 'TESTNET' }));
  return keys;
}

function fillStreams(): unknown {
  const listeners = new PoolListeners();
  const results = new EventResults({} as EventResultsOptions);
  const held: unknown[] = [];
  for (let bytes = 0; bytes < MEMORY_BOUNDS.openStreams / 2; ) {
    const asked = {
      query: text(300),
      operationName: undefined,
      variables: { addresses: Array.from({ length: 1_000 }, () => text(34)) },
    };
    const ids = new Set(asked.variables.addresses);
    const opened = { resultKey: JSON.stringify([asked.query, asked.variables]), cost: undefined };
    held.push({ asked, ids, results: results.of(asked, opened, 'TESTNET'), stop: listeners.add(() => {}, ids) });
    bytes += bytesOfStream(asked);
  }
  return { held, listeners, results };
}

test.each([
  ['texts of persisted queries', MEMORY_BOUNDS.persistedQueries, fillPersisted],
  ['texts of requests', MEMORY_BOUNDS.requestKeys, fillRequestKeys],
  ['results of events', MEMORY_BOUNDS.eventResults, fillResults],
  ['answers', 8 * MIB, fillResponses],
  ['bodies that come in small pieces', MEMORY_BOUNDS.slowBodies, fillBodies],
  ['what streams have read of a chain', MEMORY_BOUNDS.chainReads, fillChainReads],
  ['pages of a mempool’s past', MEMORY_BOUNDS.chainReads, fillPoolPages],
  ['the newest changes of a mempool', MEMORY_BOUNDS.poolWindow, fillPoolLog],
  ['what streams were asked for with', MEMORY_BOUNDS.openStreams / 2 + MEMORY_BOUNDS.selections, fillStreams],
  ['keys', MEMORY_BOUNDS.knownKeys + MEMORY_BOUNDS.unknownKeys, fillKeys],
  ['headers with keys', MEMORY_BOUNDS.parsedKeys, fillParsedKeys],
])('however much is asked for, memory holds no more than their bound: %s', async (_what, bound, fill) => {
  const before = await inUse();
  const holder = await fill();
  const taken = (await inUse()) - before;
  expect(holder).toBeDefined();
  expect(taken / bound).toBeLessThan(1.25);
  expect(taken / bound).toBeGreaterThan(0.15);
});

test('padded operations of one team leave three quarters of the plans to others', () => {
  const plans = new OperationCache<string>({ bytes: MEMORY_BOUNDS.operations });
  for (let number = 0; number < 100; number += 1) plans.keep(`of neighbour ${number}`, '', 100_000, `team ${number}`);
  for (let number = 0; number < 1_000; number += 1) plans.keep(`padded ${number}`, '', 500_000, 'attacker');
  expect(Array.from({ length: 100 }, (_, number) => plans.has(`of neighbour ${number}`))).not.toContain(false);
});

async function inUse(): Promise<number> {
  // Only the second one frees buffers.
  for (let time = 0; time < 2; time += 1) {
    collect();
    await nextTurn();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
