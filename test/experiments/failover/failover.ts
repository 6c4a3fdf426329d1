import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '@ledgergraph/chain-generator/random';
import { PeopleLoad } from '../../fault/checks/people-load.ts';
import { DatabaseServer } from '../../fault/stage/database-server.ts';
import { openMainNetwork } from '../../fault/stage/main-network.ts';
import { startStage } from '../../fault/stage/start-stage.ts';
import { type Experiment, readCount } from '../experiment.ts';
import { ClusteredDatabases } from './clustered-databases.ts';
import { startEtcd } from './etcd.ts';
import { describeKills, type Kill } from './kill.ts';
import { PatroniCluster } from './patroni-cluster.ts';
import { postgresAccount } from './processes.ts';
import { playRound, type Scene } from './round.ts';

const KILLS = 50;
const KILLS_A_ROUND = 10;
const BATCH_BLOCKS = 20;
const SHOWN_MAX = 40;
const SHOWN_CHARS = 600;

export const failover: Experiment = {
  summary: 'kills primaries of Patroni clusters below an installation, and counts what that costs (--set kills=50)',
  packages: ['patroni', 'etcd-server', 'postgresql-15'],
  run: async ({ cleanup, settings, progress }) => {
    const kills = readCount(settings, 'kills', KILLS);
    const scene = await openScene(cleanup, new Random(readCount(settings, 'seed', 1)), progress);
    const { people, stage } = scene;
    const done: Kill[] = [];
    const violations: string[] = [];
    for (let round = 1; done.length < kills; round += 1) {
      const count = Math.min(KILLS_A_ROUND, kills - done.length);
      const outcome = await playRound(scene, { round, kills: count });
      done.push(...outcome.kills);
      violations.push(...outcome.violations);
      progress(`round ${round}: ${done.length} of ${kills} kills, ${violations.length} violations`);
      for (const violation of outcome.violations.slice(0, SHOWN_MAX)) progress(violation.slice(0, SHOWN_CHARS));
    }
    violations.push(...(await people.settle()), ...stage.unexpectedEnds);
    return {
      facts: [...describeKills(done), people.figures],
      violations: [...new Set(violations)].slice(0, SHOWN_MAX),
    };
  },
};

async function openScene(cleanup: AsyncDisposableStack, random: Random, progress: Scene['progress']): Promise<Scene> {
  const account = postgresAccount();
  const dir = await mkdtemp(join(tmpdir(), 'ledgergraph-failover-'));
  cleanup.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(dir, 0o711);
  const own = join(dir, 'engines');
  await mkdir(own);
  await chown(own, account.uid, account.gid);
  const etcd = await startEtcd(own, account);
  cleanup.defer(() => etcd.stop());
  const start = async (name: string, isSynchronous: boolean): Promise<PatroniCluster> => {
    const cluster = new PatroniCluster({ name, dir: own, etcdPort: etcd.port, account, isSynchronous });
    cleanup.defer(() => cluster.stop());
    await cluster.start();
    return cluster;
  };
  const chain = await start('chain', false);
  const people = await start('people', true);
  progress('two clusters of three members run');
  const stage = await startStage(random, BATCH_BLOCKS, {
    startDatabases: async (dataDir, password) => {
      const rest = await DatabaseServer.start(dataDir, password);
      return new ClusteredDatabases(chain, people, rest);
    },
  });
  cleanup.defer(() => stage.stop({ keepDir: true }));
  const main = await openMainNetwork(stage.dir, random.branch('main network'));
  cleanup.defer(() => main.node.goAway());
  const load = new PeopleLoad(stage);
  cleanup.defer(() => load.stop());
  await load.start();
  progress(`the installation runs; its logs are in ${stage.dir}/logs, those of the engines in ${own}`);
  return { stage, random, chain, people: load, peopleCluster: people, mainNetwork: main.entry, progress };
}
