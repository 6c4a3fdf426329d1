import { connectDatabase } from '@ledgergraph/blocks/context';
import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import { startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { followNode } from '@ledgergraph/test-kit/roles/follow-node';
import { startDatabaseServer } from '../backfill/database-server.ts';
import { readTreeCpuMs } from '../measure/cpu-time.ts';
import { interleave } from '../measure/interleave.ts';
import { listReads, type Read } from './ways.ts';

const RECORDING = 'vrsctest-a';
const CREDENTIALS = { user: 'bench', password: 'bench' };
const READS = 1_000;
const WARM_UP = 500;

/** Microseconds of one read. */
export interface ReadCpu {
  client: number;
  postgres: number;
}

export interface DataLayerSamples {
  read: string;
  rounds: { raw: ReadCpu; typed: ReadCpu }[];
}

/** Prisma's typed client against raw statements. @param progress gets a line for each step */
export async function runDataLayer(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<DataLayerSamples[]> {
  progress('data-layer: indexing a recorded chain');
  const serverPid = await startDatabaseServer(cleanup);
  const { chainId, name, environment } = readMeta(recordingDir(RECORDING));
  const node = await startRecordedNode({ recordingDir: recordingDir(RECORDING), ...CREDENTIALS, from: 'end' });
  cleanup.defer(() => node.stop());
  const { url } = await createTestDatabase({ service: 'blocks' });
  const db = connectDatabase(url);
  cleanup.defer(() => db.$disconnect());
  await followNode({ chainId, name, environment, isDefault: true, endpoints: [{ url: node.url, ...CREDENTIALS }] }, db);
  const samples: DataLayerSamples[] = [];
  const { id: chain } = await db.chain.findUniqueOrThrow({ where: { chainId } });
  for (const read of listReads(db, chain)) {
    progress(`data-layer: ${read.name}`);
    samples.push({ read: read.name, rounds: await measureRounds(read, rounds, serverPid) });
  }
  return samples;
}

async function measureRounds(read: Read, rounds: number, serverPid: number): Promise<DataLayerSamples['rounds']> {
  const ways = ['raw', 'typed'] as const;
  for (const way of ways) await repeat(read[way], WARM_UP);
  const measured: DataLayerSamples['rounds'] = [];
  for (let round = 0; round < rounds; round += 1) {
    const cpu = { raw: { client: 0, postgres: 0 }, typed: { client: 0, postgres: 0 } };
    for (const way of interleave(ways, round)) cpu[way] = await measure(read[way], serverPid);
    measured.push(cpu);
  }
  return measured;
}

async function measure(read: Read['raw'], serverPid: number): Promise<ReadCpu> {
  const client = process.cpuUsage();
  const postgres = readTreeCpuMs(serverPid) ?? 0;
  await repeat(read, READS);
  const { user, system } = process.cpuUsage(client);
  const postgresMs = (readTreeCpuMs(serverPid) ?? 0) - postgres;
  return { client: (user + system) / READS, postgres: (postgresMs * 1000) / READS };
}

async function repeat(read: Read['raw'], times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) await read();
}
