import { ApiProcess, type ReadTargets } from '../../bench/replicas/api-process.ts';
import { GrowingChain } from '../../bench/replicas/growing-chain.ts';
import { KeptAnswers } from '../../bench/replicas/kept-answers.ts';
import { drawMix } from '../../bench/replicas/read-mix.ts';
import { type Experiment, type ExperimentContext, type Findings, readCount } from '../experiment.ts';
import { POOL_SIZE } from './bouncer.ts';
import { moveChain } from './move-chain.ts';
import { countConnections, openStand, type PoolingStand, readSettings } from './stand.ts';
import { ask, CALLERS, type Traffic } from './traffic.ts';

const SEED = 1;
const BUSY_ADDRESSES = 300;
const EXPECTED = { TimeZone: 'UTC', jit: 'off', statement_timeout: '30s' };

/** In transaction mode: with replicas, and while a chain moves. */
export const pgbouncer: Experiment = {
  summary: 'apis through PgBouncer in transaction mode, with replicas and while a chain moves to another server',
  packages: ['pgbouncer'],
  async run({ cleanup, settings, progress }: ExperimentContext): Promise<Findings> {
    const answers = readCount(settings, 'answers', 600);
    const blocks = readCount(settings, 'blocks', 600);
    const hasSettings = settings.get('login') !== 'bare';
    const chains = [new GrowingChain(SEED), new GrowingChain(SEED + 1, 'pchain-a')];
    progress(`indexing ${blocks} blocks of each of two chains`);
    const stand = await openStand(chains, blocks, hasSettings, cleanup);
    const mixes = chains.map((chain) => drawMix(chain, chain.busiest(BUSY_ADDRESSES), SEED));
    const traffic: Traffic = { chains, mixes, kept: new KeptAnswers(), failed: [] };
    for (const chain of chains) await chain.openAt(stand.direct[0] as string);
    // Connected to the primary directly, with the connection's settings.
    const oracle = cleanup.use(await ApiProcess.start({ DATABASE_URL: stand.direct[0] as string }));

    const seen = await readSettings(stand.pooled[0] as string);
    progress('requests to replicas, while both chains grow');
    const read = await readReplicas(stand, traffic, answers, cleanup);
    const ofReplicas = await traffic.kept.compare(oracle, CALLERS);
    progress('a chain moves to another server');
    const moved = await moveChain(stand, traffic, answers, cleanup);
    return judge({ seen, read, ofReplicas, moved, failed: traffic.failed });
  },
};

interface ReadReplicas {
  targets: ReadTargets;
  connections: number;
}

async function readReplicas(
  { servers, pooled: [primary = '', ...replicas] }: PoolingStand,
  traffic: Traffic,
  answers: number,
  cleanup: AsyncDisposableStack,
): Promise<ReadReplicas> {
  const api = cleanup.use(await ApiProcess.start({ DATABASE_URL: primary, DATABASE_READ_URLS: replicas.join() }));
  let connections = 0;
  const looking = setInterval(async () => {
    const counts = await Promise.all([servers.primary, ...servers.replicas].map(countConnections));
    connections = Math.max(connections, ...counts);
  }, 500);
  try {
    await ask(traffic, () => [api], answers);
  } finally {
    clearInterval(looking);
  }
  return { targets: await api.readTargets(), connections };
}

interface Results {
  seen: Record<string, string>;
  read: ReadReplicas;
  ofReplicas: Awaited<ReturnType<KeptAnswers['compare']>>;
  moved: Awaited<ReturnType<typeof moveChain>>;
  failed: readonly string[];
}

function judge({ seen, read, ofReplicas, moved, failed }: Results): Findings {
  const { primary, replica } = read.targets;
  const facts = [
    `a connection of an api through PgBouncer has ${Object.entries(seen)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
    `replicas: ${ofReplicas.answers} answers, ${ofReplicas.different} different ones, ${ofReplicas.wrong} wrong; ` +
      `${replica} read a replica, ${primary} the primary; a server had ${read.connections} connections of apis at most`,
    `a chain moves: ${moved.answers} answers, ${moved.different} different ones, ${moved.wrong} wrong; ` +
      `${moved.blocksAfter} blocks were applied at the new server`,
    `${failed.length} requests failed`,
  ];
  const violations = [
    ...(JSON.stringify(seen) === JSON.stringify(EXPECTED) ? [] : ['a connection lacks the settings of an api']),
    ...(ofReplicas.wrong + moved.wrong === 0 ? [] : ['an answer is not that of the primary at its block']),
    ...[...new Set(failed)].slice(0, 5),
    ...(replica > primary ? [] : ['most requests did not read a replica']),
    ...(read.connections <= POOL_SIZE ? [] : ['a server had more connections than the pool']),
    ...(moved.blocksAfter > 0 ? [] : ['the moved chain did not grow']),
  ];
  return { facts, violations };
}
