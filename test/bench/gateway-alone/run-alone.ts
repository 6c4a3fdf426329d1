import { setTimeout as wait } from 'node:timers/promises';
import { ENVIRONMENT_HEADER, PINS_HEADER, writePins } from '@ledgergraph/graph-kit/request-headers';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { TestStack } from '@ledgergraph/test-kit/stack';
import { Caller, type Load } from '../gateway/caller.ts';
import { compareAnswers } from '../gateway/compare-answers.ts';
import { type ContenderName, GatewayProcess } from '../gateway/gateway-process.ts';
import type { Slice } from '../gateway/run-gateway.ts';
import { loadBySockets, writeRequest } from '../gateway/socket-load.ts';
import { describeStack, startStack } from '../gateway/stand.ts';
import { readCpuMs } from '../measure/cpu-time.ts';
import { interleave } from '../measure/interleave.ts';
import { installHive } from './install-hive.ts';
import { OPERATIONS, type SizedOperation } from './operations.ts';
import { RecordedSubgraphs } from './recorded-subgraphs.ts';

/** Until V8 has optimised: after three seconds an answer still costs half as much again. */
const WARM_UP_MS = 10_000;
const SLICE_MS = 1_500;
const PAUSE_MS = 20;
/** Enough to keep a gateway busy, too few to measure waiting in line. */
const CONNECTIONS = 4;

interface Contender {
  process: GatewayProcess;
  caller: Caller;
  headers: Record<string, string>;
}

export interface AloneSamples {
  operation: string;
  /** Only the answer's data. */
  bytes: number;
  fetches: Partial<Record<ContenderName, number>>;
  fault: string | undefined;
  rounds: Partial<Record<ContenderName, Slice>>[];
}

export interface AloneRun {
  samples: AloneSamples[];
  missing: string[];
}

/** Over recorded answers, so that only the gateways are slow. */
export async function runAlone(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<AloneRun> {
  const hive = await installHive(progress);
  progress('gateway-alone: starting the stack and the gateways');
  const stack = await startStack(cleanup);
  const { env } = await describeStack(stack);
  const subgraphs = cleanup.use(await RecordedSubgraphs.start(subgraphUrls(env)));
  const contenders = await startContenders(stack, subgraphs, 'folder' in hive ? hive.folder : undefined, cleanup);
  const samples: AloneSamples[] = [];
  for (const operation of OPERATIONS) {
    progress(`gateway-alone: ${operation.name}`);
    samples.push(await measure(operation, contenders, subgraphs, rounds));
  }
  return { samples, missing: 'missing' in hive ? [hive.missing] : [] };
}

function subgraphUrls(env: Record<string, string>): Map<string, string> {
  const urls = Object.entries(env).map(([name, url]) => [/^SUBGRAPH_(\w+)_URL$/.exec(name)?.[1], url] as const);
  return new Map(urls.flatMap(([name, url]) => (name === undefined ? [] : [[name.toLowerCase(), url] as const])));
}

async function startContenders(
  stack: TestStack,
  subgraphs: RecordedSubgraphs,
  hiveFolder: string | undefined,
  cleanup: AsyncDisposableStack,
): Promise<Map<ContenderName, Contender>> {
  const { env, internalSecret } = await describeStack(stack);
  const urls = Array.from(subgraphs.urls(), ([name, url]) => [`SUBGRAPH_${name.toUpperCase()}_URL`, url]);
  const { chains } = await stack.query('test', '{ __typename }');
  const internal = {
    [INTERNAL_HEADER]: internalSecret,
    [ENVIRONMENT_HEADER]: 'TESTNET',
    [PINS_HEADER]: writePins(chains),
  };
  const keyed = { authorization: `Bearer ${stack.address.keys.test}` };
  const contenders = new Map<ContenderName, Contender>();
  const names: ContenderName[] = hiveFolder === undefined ? ['ours', 'stock'] : ['ours', 'stock', 'hive'];
  for (const name of names) {
    const settings = { ...env, ...Object.fromEntries(urls), ...(hiveFolder && { HIVE_FOLDER: hiveFolder }) };
    const process = cleanup.use(await GatewayProcess.start(name, settings, false));
    const headers = name === 'ours' ? keyed : internal;
    contenders.set(name, { process, headers, caller: cleanup.use(new Caller(process.url, headers)) });
  }
  return contenders;
}

async function measure(
  operation: SizedOperation,
  contenders: ReadonlyMap<ContenderName, Contender>,
  subgraphs: RecordedSubgraphs,
  rounds: number,
): Promise<AloneSamples> {
  const { query, variables } = operation;
  const sample: AloneSamples = { operation: operation.name, bytes: 0, fetches: {}, fault: undefined, rounds: [] };
  for (const given of variables) {
    const answers: string[] = [];
    for (const [name, { caller }] of contenders) {
      subgraphs.takeCounts();
      answers.push(await caller.ask(query, given));
      sample.fetches[name] = subgraphs.takeCounts().requests;
    }
    const [ours = '', ...others] = answers;
    sample.bytes = JSON.stringify(JSON.parse(ours).data).length;
    sample.fault ??= others.map((other) => compareAnswers(ours, other)).find((fault) => fault !== undefined);
  }
  if (sample.fault !== undefined) return sample;
  for (const contender of contenders.values()) await load(contender, operation, WARM_UP_MS);
  subgraphs.takeCounts();
  for (let round = 0; round < rounds; round += 1) sample.rounds.push(await runRound(operation, contenders, round));
  if (subgraphs.takeCounts().passedOn > 0) sample.fault = 'a gateway asked the subgraphs for what was not recorded';
  return sample;
}

/** A client library would take more of the machine than what is measured. */
function load(
  { process, headers }: Contender,
  { query, variables }: SizedOperation,
  durationMs: number,
): Promise<Load> {
  const [first, ...others] = variables.map((given) =>
    writeRequest(
      '/graphql',
      { ...headers, 'content-type': 'application/json' },
      JSON.stringify({ query, variables: given }),
    ),
  );
  if (first === undefined) throw new Error('an operation without variables');
  return loadBySockets(Number(new URL(process.url).port), [first, ...others], 200, durationMs, CONNECTIONS);
}

async function runRound(
  operation: SizedOperation,
  contenders: ReadonlyMap<ContenderName, Contender>,
  round: number,
): Promise<Partial<Record<ContenderName, Slice>>> {
  const slices: Partial<Record<ContenderName, Slice>> = {};
  for (const [name, contender] of interleave([...contenders], round)) {
    const { process } = contender;
    const cpuAtStart = readCpuMs(process.pid);
    const loaded = await load(contender, operation, SLICE_MS);
    const cpuAtEnd = readCpuMs(process.pid);
    const cpuMs = cpuAtStart === undefined || cpuAtEnd === undefined ? undefined : cpuAtEnd - cpuAtStart;
    slices[name] = { ...loaded, cpuMs };
    await wait(PAUSE_MS);
  }
  return slices;
}
