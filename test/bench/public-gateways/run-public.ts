import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Caller } from '../gateway/caller.ts';
import { compareAnswers } from '../gateway/compare-answers.ts';
import { GatewayProcess } from '../gateway/gateway-process.ts';
import type { Slice } from '../gateway/run-gateway.ts';
import { loadBySockets, writeRequest } from '../gateway/socket-load.ts';
import { RecordedSubgraphs } from '../gateway-alone/recorded-subgraphs.ts';
import { readCpuMs } from '../measure/cpu-time.ts';
import { interleave } from '../measure/interleave.ts';
import { startStubs } from '../stub-services/stub-stand.ts';
import { composeBesideOurs } from './compose-beside-ours.ts';
import { PUBLIC_SCHEMAS, publicOperation } from './public-schemas.ts';
import { startPublicSubgraphs } from './public-subgraphs.ts';

/** As in the suite. */
const CLIENTS = 50;
/** Per subgraph answer, in the suite's second form. */
const LATENCY_MS = 4;
const WARM_UP_MS = 10_000;
const SLICE_MS = 4_000;
const CONTENDERS = ['ours', 'two processes', 'stock'] as const;

export type PublicContender = (typeof CONTENDERS)[number];
/** `equal`: one text, as in the suite; `distinct`: a text for each client, so that no fetch is shared. */
export type Asking = 'equal' | 'distinct';

export interface PublicSamples {
  asking: Asking;
  latencyMs: number;
  bytes: number;
  fetches: Record<PublicContender, number>;
  fault: string | undefined;
  rounds: Record<PublicContender, Slice>[];
}

interface Contender {
  processes: readonly GatewayProcess[];
  url: string;
  headers: Record<string, string>;
}

type Contenders = ReadonlyMap<PublicContender, Contender>;

export async function runPublic(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<PublicSamples[]> {
  progress('public-gateways: starting the subgraphs and the gateways');
  const subgraphs = cleanup.use(await RecordedSubgraphs.start(await startPublicSubgraphs(cleanup)));
  const contenders = await startContenders(subgraphs, cleanup);
  const samples: PublicSamples[] = [];
  for (const latencyMs of [0, LATENCY_MS]) {
    subgraphs.latencyMs = latencyMs;
    for (const asking of ['equal', 'distinct'] as const) {
      progress(`public-gateways: ${asking} requests, ${latencyMs} ms for each subgraph`);
      samples.push(await measure({ asking, latencyMs }, contenders, subgraphs, rounds));
    }
  }
  return samples;
}

async function startContenders(subgraphs: RecordedSubgraphs, cleanup: AsyncDisposableStack): Promise<Contenders> {
  const { env, key } = await startStubs(cleanup);
  const folder = await mkdtemp(join(tmpdir(), 'public-gateways-'));
  cleanup.defer(() => rm(folder, { recursive: true }));
  const SUPERGRAPH_FILE = join(folder, 'supergraph.graphql');
  await writeFile(SUPERGRAPH_FILE, await composeBesideOurs(PUBLIC_SCHEMAS));
  const urls = Array.from(subgraphs.urls(), ([name, url]) => [`SUBGRAPH_${name.toUpperCase()}_URL`, url]);
  const settings = {
    ...env,
    ...Object.fromEntries(urls),
    SUPERGRAPH_FILE,
    SUPERGRAPH_UNSIGNED: 'allow',
    // No other gateway of the suite keeps answers.
    RESPONSE_CACHE_MB: '0',
    // The lists have no limits, so that their worst case is far off.
    COST_MAX: '1000000000',
    WORK_UNDER_WAY: '1000000000000',
  };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const contenders = new Map<PublicContender, Contender>();
  for (const name of CONTENDERS) {
    const program = name === 'stock' ? 'stock' : 'ours';
    const shared = name === 'two processes' ? { SHARE_PORT: 'on' } : {};
    const first = cleanup.use(await GatewayProcess.start(program, { ...settings, ...shared }, false));
    const processes = [first];
    if (name === 'two processes') {
      const beside = { ...settings, ...shared, PORT: new URL(first.url).port };
      processes.push(cleanup.use(await GatewayProcess.start(program, beside, false)));
    }
    contenders.set(name, { processes, url: first.url, headers });
  }
  return contenders;
}

async function measure(
  { asking, latencyMs }: Pick<PublicSamples, 'asking' | 'latencyMs'>,
  contenders: Contenders,
  subgraphs: RecordedSubgraphs,
  rounds: number,
): Promise<PublicSamples> {
  const names = asking === 'equal' ? ['Test'] : Array.from({ length: CLIENTS }, (_, client) => `Test${client}`);
  const queries = names.map(publicOperation);
  const answers = new Map<PublicContender, string>();
  const fetches = {} as PublicSamples['fetches'];
  for (const [name, { url, headers }] of contenders) {
    await using caller = new Caller(url, headers);
    for (const query of queries) await caller.ask(query);
    subgraphs.takeCounts();
    answers.set(name, await caller.ask(queries[0] ?? ''));
    fetches[name] = subgraphs.takeCounts().requests;
  }
  const ours = answers.get('ours') ?? '';
  const fault = [...answers.values()].map((other) => compareAnswers(ours, other)).find((found) => found !== undefined);
  const sample: PublicSamples = { asking, latencyMs, bytes: Buffer.byteLength(ours), fetches, fault, rounds: [] };
  if (fault !== undefined) return sample;
  for (const contender of contenders.values()) await load(contender, queries, WARM_UP_MS);
  subgraphs.takeCounts();
  for (let round = 0; round < rounds; round += 1) sample.rounds.push(await runRound(contenders, queries, round));
  if (subgraphs.takeCounts().passedOn > 0) sample.fault = 'a gateway asked the subgraphs for what was not recorded';
  return sample;
}

async function runRound(
  contenders: Contenders,
  queries: readonly string[],
  round: number,
): Promise<PublicSamples['rounds'][number]> {
  const slices: [PublicContender, Slice][] = [];
  for (const [name, contender] of interleave([...contenders], round)) {
    const cpuAtStart = readCpu(contender);
    const loaded = await load(contender, queries, SLICE_MS);
    const cpuAtEnd = readCpu(contender);
    const cpuMs = cpuAtStart === undefined || cpuAtEnd === undefined ? undefined : cpuAtEnd - cpuAtStart;
    slices.push([name, { ...loaded, cpuMs }]);
  }
  return Object.fromEntries(slices) as PublicSamples['rounds'][number];
}

/** Undefined where it cannot be read. */
function readCpu({ processes }: Contender): number | undefined {
  const each = processes.map(({ pid }) => readCpuMs(pid));
  return each.some((one) => one === undefined) ? undefined : each.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

function load({ url, headers }: Contender, queries: readonly string[], durationMs: number) {
  const [first, ...others] = queries.map((query) => writeRequest('/graphql', headers, JSON.stringify({ query })));
  if (first === undefined) throw new Error('no operation');
  return loadBySockets(Number(new URL(url).port), [first, ...others], 200, durationMs, CLIENTS);
}
