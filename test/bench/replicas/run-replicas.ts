import { inRepository } from '@ledgergraph/local/repository';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { type OwnServer, ReplicatedServer } from '@ledgergraph/test-kit/replicated-server';
import { readCpuMs, readTreeCpuMs } from '../measure/cpu-time.ts';
import { interleave } from '../measure/interleave.ts';
import { ApiProcess, type ReadTargets } from './api-process.ts';
import { GrowingChain } from './growing-chain.ts';
import { type Compared, KeptAnswers } from './kept-answers.ts';
import { drawMix, type Read } from './read-mix.ts';

const DATABASE = 'addresses';
const SEED = 1;
const BLOCKS = 1_000;
const BUSY_ADDRESSES = 500;
const REPLICAS = [0, 1, 2, 3] as const;

/** `connections` ask as soon as they have an answer, at the newest block. */
interface LoadShape {
  connections: number;
  answers: number;
  answersPerBlock: number;
}

/** Each server is asked for more than it can do. */
const FULL: LoadShape = { connections: 64, answers: 400, answersPerBlock: 200 };
/** No server is full; the chain grows some hundred times as fast as a real one. */
const AT_TIP: LoadShape = { connections: 4, answers: 200, answersPerBlock: 25 };
const WARM_UP: LoadShape = { connections: 8, answers: 100, answersPerBlock: 50 };

export interface ReplicasLeg {
  answers: number;
  elapsedMs: number;
  apiMs: number;
  /** The primary first. */
  serversMs: number[];
  targets: ReadTargets;
}

export interface ReplicasSamples {
  /** By number of replicas, then by round. */
  full: ReplicasLeg[][];
  atTip: ReplicasLeg[][];
  /** A block without requests, for each server, the primary first. */
  blockMs: number[];
  compared: Compared;
}

/** With up to three replicas, over one growing chain. Each answer is compared with the primary's. */
export async function runReplicas(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<ReplicasSamples> {
  progress(`replicas: indexing ${BLOCKS} generated blocks`);
  const chain = new GrowingChain(SEED);
  const servers = await startServers(chain, cleanup);
  const mix = drawMix(chain, chain.busiest(BUSY_ADDRESSES), SEED);
  const apis: ApiProcess[] = [];
  for (const count of REPLICAS) {
    const DATABASE_READ_URLS = servers.replicas.slice(0, count).map(patientUrl).join();
    apis.push(cleanup.use(await ApiProcess.start({ DATABASE_URL: patientUrl(servers.primary), DATABASE_READ_URLS })));
  }
  const kept = new KeptAnswers();
  const stand: Stand = { servers, chain, mix, kept };
  progress('replicas: warming up');
  for (const api of apis) await measure(stand, api, WARM_UP);
  const blockMs = await measureBlocks(stand);
  const [full, atTip] = [apis.map((): ReplicasLeg[] => []), apis.map((): ReplicasLeg[] => [])];
  for (let round = 0; round < rounds; round += 1) {
    progress(`replicas: round ${round + 1} of ${rounds}`);
    for (const count of interleave(REPLICAS, round)) {
      const api = apis[count] as ApiProcess;
      full[count]?.push(await measure(stand, api, FULL));
      if (count > 0) atTip[count]?.push(await measure(stand, api, AT_TIP));
    }
  }
  progress('replicas: comparing the answers with those of the primary');
  return { full, atTip, blockMs, compared: await kept.compare(apis[0] as ApiProcess, WARM_UP.connections) };
}

/** On a busy machine a connection may take longer than three seconds. */
function patientUrl(server: OwnServer): string {
  return `${server.url(DATABASE)}?connect_timeout=60`;
}

interface Stand {
  servers: ReplicatedServer;
  chain: GrowingChain;
  mix: readonly Read[];
  kept: KeptAnswers;
}

async function startServers(chain: GrowingChain, cleanup: AsyncDisposableStack): Promise<ReplicatedServer> {
  cleanup.defer(() => chain.close());
  const servers = await ReplicatedServer.start(
    async (primary) => {
      const databaseUrl = primary.url(DATABASE);
      await applyMigrations({
        databaseUrl,
        migrationsDir: inRepository('services', 'addresses', 'prisma', 'migrations'),
      });
      await chain.openAt(databaseUrl);
      await chain.grow(BLOCKS);
      await chain.close();
      await primary.query('VACUUM ANALYZE', DATABASE);
    },
    Math.max(...REPLICAS),
  );
  cleanup.defer(() => servers.close());
  await chain.openAt(servers.primary.url(DATABASE));
  return servers;
}

async function measure(stand: Stand, api: ApiProcess, load: LoadShape): Promise<ReplicasLeg> {
  // Idle connections close; to open them again would count as reading.
  await ask(stand, api, { ...load, answers: load.connections });
  const targetsBefore = await api.readTargets();
  const [apiBefore, serversBefore] = [readCpuMs(api.pid) ?? 0, serverTimes(stand)];
  const startedAt = performance.now();
  await ask(stand, api, load);
  const elapsedMs = performance.now() - startedAt;
  const serversMs = serverTimes(stand).map((ms, index) => ms - (serversBefore[index] ?? 0));
  const apiMs = (readCpuMs(api.pid) ?? 0) - apiBefore;
  const { primary, replica } = await api.readTargets();
  const targets = { primary: primary - targetsBefore.primary, replica: replica - targetsBefore.replica };
  return { answers: load.answers, elapsedMs, apiMs, serversMs, targets };
}

async function ask({ chain, mix, kept }: Stand, api: ApiProcess, load: LoadShape): Promise<void> {
  let asked = 0;
  const growing: Promise<void>[] = [];
  const call = async (): Promise<void> => {
    while (asked < load.answers) {
      const index = asked % mix.length;
      if (asked % load.answersPerBlock === 0) growing.push(chain.grow(1));
      asked += 1;
      const [read, pin] = [mix[index] as Read, chain.pin];
      kept.keep(index, read, pin, await api.ask(read, pin));
    }
  };
  await Promise.all(Array.from({ length: load.connections }, call));
  await Promise.all(growing);
}

async function measureBlocks(stand: Stand): Promise<number[]> {
  const blocks = 100;
  const before = serverTimes(stand);
  for (let block = 0; block < blocks; block += 1) await stand.chain.grow(1);
  return serverTimes(stand).map((ms, index) => (ms - (before[index] ?? 0)) / blocks);
}

function serverTimes({ servers }: Stand): number[] {
  return [servers.primary, ...servers.replicas].map(({ pid }) => {
    const ms = readTreeCpuMs(pid);
    if (ms === undefined) throw new Error('this part needs /proc');
    return ms;
  });
}
