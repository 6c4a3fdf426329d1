import type { ChildProcess } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import { GatewayProcess } from '../gateway/gateway-process.ts';
import type { Slice } from '../gateway/run-gateway.ts';
import { loadBySockets, writeRequest } from '../gateway/socket-load.ts';
import { OPERATIONS, type SizedOperation } from '../gateway-alone/operations.ts';
import { readCpuMs } from '../measure/cpu-time.ts';
import { interleave } from '../measure/interleave.ts';
import { startProgram, startStubs } from '../stub-services/stub-stand.ts';

const WARM_UP_MS = 2_000;
const SLICE_MS = 1_500;
const PAUSE_MS = 20;
/** Node's server writes them, or they belong to one answer only. */
const NOT_REPEATED = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

export type Way = 'POST' | 'GET by hash' | 'GET, not changed';
const WAYS: readonly Way[] = ['POST', 'GET by hash', 'GET, not changed'];

export interface CachedSamples {
  operation: string;
  way: Way;
  bytes: number;
  rounds: Record<'ours' | 'bare', Slice>[];
}

interface Contender {
  name: 'ours' | 'bare';
  pid: number;
  port: number;
}

interface Asked {
  path: string;
  headers: Record<string, string>;
  body?: string;
  status: number;
}

/** Against a bare server with the same bytes and headers. */
export async function runCached(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<CachedSamples[]> {
  progress('gateway-cached: starting the gateway and the bare server');
  const { env, key } = await startStubs(cleanup);
  const gateway = cleanup.use(await GatewayProcess.start('ours', env, false));
  const port = await findFreePort();
  const bare = await startProgram('../gateway-cached/bare-server.ts', { PORT: String(port) }, cleanup);
  await waitUntilOk(`http://127.0.0.1:${port}`, { what: 'the bare server to listen' });
  const contenders: Contender[] = [
    { name: 'ours', pid: gateway.pid, port: Number(new URL(gateway.url).port) },
    { name: 'bare', pid: bare.pid ?? 0, port },
  ];
  const samples: CachedSamples[] = [];
  for (const operation of OPERATIONS) {
    for (const way of WAYS) {
      progress(`gateway-cached: ${operation.name}, ${way}`);
      const asked = await ask(operation, way, gateway.url, key);
      const bytes = await setAnswer(bare, asked, gateway.url);
      samples.push({ operation: operation.name, way, bytes, rounds: await measure(asked, contenders, rounds) });
    }
  }
  return samples;
}

async function ask(operation: SizedOperation, way: Way, url: string, key: string): Promise<Asked> {
  const { query, variables } = operation;
  const given = variables[0] ?? {};
  const authorization = { authorization: `Bearer ${key}` };
  if (way === 'POST') {
    const headers = { ...authorization, 'content-type': 'application/json' };
    return { path: '/graphql', headers, body: JSON.stringify({ query, variables: given }), status: 200 };
  }
  const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash('sha256', query) } });
  const parameters = { variables: JSON.stringify(given), extensions };
  const register = await fetch(`${url}/graphql?${new URLSearchParams({ query, ...parameters })}`, {
    headers: authorization,
  });
  if (!register.ok) throw new Error(`not registered: ${await register.text()}`);
  const path = `/graphql?${new URLSearchParams(parameters)}`;
  if (way === 'GET by hash') return { path, headers: authorization, status: 200 };
  const first = await fetch(`${url}${path}`, { headers: authorization });
  const etag = first.headers.get('etag');
  if (etag === null) throw new Error('an answer without a tag');
  return { path, headers: { ...authorization, 'if-none-match': etag }, status: 304 };
}

/** @returns the length of the body */
async function setAnswer(bare: ChildProcess, { path, headers, body, status }: Asked, url: string): Promise<number> {
  const init = body === undefined ? { headers } : { method: 'POST', headers, body };
  await (await fetch(`${url}${path}`, init)).text();
  const kept = await fetch(`${url}${path}`, init);
  const text = await kept.text();
  if (kept.status !== status) throw new Error(`${path} answered ${kept.status}: ${text.slice(0, 500)}`);
  const repeated = [...kept.headers].filter(([name]) => !NOT_REPEATED.has(name));
  const isSet = once(bare, 'message');
  bare.send({ status, headers: Object.fromEntries(repeated), body: text });
  await isSet;
  return Buffer.byteLength(text);
}

async function measure(
  asked: Asked,
  contenders: readonly Contender[],
  rounds: number,
): Promise<CachedSamples['rounds']> {
  const request = writeRequest(asked.path, asked.headers, asked.body);
  for (const { port } of contenders) await loadBySockets(port, [request], asked.status, WARM_UP_MS);
  const measured: CachedSamples['rounds'] = [];
  for (let round = 0; round < rounds; round += 1) {
    const slices: [string, Slice][] = [];
    for (const { name, pid, port } of interleave(contenders, round)) {
      const cpuAtStart = readCpuMs(pid);
      const load = await loadBySockets(port, [request], asked.status, SLICE_MS);
      const cpuAtEnd = readCpuMs(pid);
      const cpuMs = cpuAtStart === undefined || cpuAtEnd === undefined ? undefined : cpuAtEnd - cpuAtStart;
      slices.push([name, { ...load, cpuMs }]);
      await wait(PAUSE_MS);
    }
    measured.push(Object.fromEntries(slices) as CachedSamples['rounds'][number]);
  }
  return measured;
}
