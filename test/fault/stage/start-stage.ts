import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '@ledgergraph/chain-generator/random';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { findNatsServer } from '@ledgergraph/local/stack/steps/find-nats-server';
import { makeDataFolder } from '@ledgergraph/test-kit/stack';
import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import { generateCode } from '@ledgergraph/tools/codegen/codegen';
import { Broker } from './broker.ts';
import { createDatabases } from './create-databases.ts';
import { type Command, commandOf, createKey } from './create-key.ts';
import { DatabaseServer, type Databases } from './database-server.ts';
import { NatsProxy } from './nats-proxy.ts';
import { describePrograms, logFile, type ProcessName, type Program, SUBJECT_PREFIX } from './programs.ts';
import { ServiceProcess } from './service-process.ts';

/** Has all but the portal, as real processes; serves many chains, one after the other. */
export interface Stage {
  dir: string;
  databases: Databases;
  broker: Broker;
  messages: NatsProxy;
  /** Read by the blocks indexer at its start. */
  networksFile: string;
  key: string;
  /** As `npx ledgergraph-admin`. */
  command: Command;
  /** A service must outlive any fault of its neighbours. */
  unexpectedEnds: string[];
  process(name: ProcessName): ServiceProcess;
  /** It does not run yet; the stage stops it. */
  another(name: ProcessName): Promise<{ process: ServiceProcess; url: string }>;
  /** Metrics of blocks' api. */
  metricsUrl: string;
  url(name: ProcessName): string;
  /** `keepDir` keeps the logs. */
  stop(options?: { keepDir?: boolean }): Promise<void>;
}

export interface StageOptions {
  /** Absent: on one server. */
  startDatabases?: (dataDir: string, password: string) => Promise<Databases>;
  env?: Record<string, string>;
  /** By default one of the stage's own. */
  busSecret?: string;
}

export const NODE_USER = 'fault';
export const NODE_PASSWORD = 'fault-password';
const PASSWORD = 'fault';

/** The blocks indexer waits for a chain. @param batchBlocks few, so that a short chain takes several batches */
export async function startStage(random: Random, batchBlocks = 20, options: StageOptions = {}): Promise<Stage> {
  await generateCode();
  const dir = await makeDataFolder();
  await mkdir(join(dir, 'logs'), { recursive: true });
  const databases = await (options.startDatabases ?? DatabaseServer.start)(join(dir, 'postgres'), PASSWORD);
  await createDatabases(databases);
  const busSecret = options.busSecret ?? randomBytes(24).toString('hex');
  const broker = await startBroker(dir, busSecret);
  const messages = await NatsProxy.start(broker.port, random);
  const networksFile = join(dir, 'networks.yaml');
  await writeFile(networksFile, '');
  const described = await describePrograms({
    dir,
    natsUrl: messages.url,
    busSecret,
    databaseUrl: (service) => databases.url(service),
    networksFile,
    batchBlocks,
    nodeUser: NODE_USER,
    nodePassword: NODE_PASSWORD,
  });
  const programs = described.map((program) => ({ ...program, env: { ...program.env, ...options.env } }));
  const unexpectedEnds: string[] = [];
  const describe = (name: string, role: ProcessName, env: Program['env']): ServiceProcess =>
    new ServiceProcess({
      name,
      role,
      env,
      logFile: logFile(dir, name),
      onUnexpectedEnd: (text) => unexpectedEnds.push(text),
    });
  const processes = new Map(
    programs.map((program) => [program.name, describe(program.name, program.name, program.env)]),
  );
  const others: ServiceProcess[] = [];
  const stop: Stage['stop'] = async ({ keepDir = false } = {}) => {
    await Promise.all([...processes.values(), ...others].map((process) => process.stop()));
    await messages.stop();
    await broker.stop();
    await databases.stop();
    if (!keepDir) await rm(dir, { recursive: true, force: true });
  };
  try {
    const command = commandOf(programs);
    const key = await createKey(command);
    await startAll(programs, processes);
    const url = (name: ProcessName): string => get(new Map(programs.map((each) => [each.name, each.url])), name);
    const another: Stage['another'] = async (name) => {
      const { env } = get(new Map(programs.map((each) => [each.name, each])), name);
      const port = String(await findFreePort());
      const process = describe(`${name}-${others.length + 2}`, name, {
        ...env,
        PORT: port,
        ...(env.METRICS_PORT !== undefined && { METRICS_PORT: '0' }),
      });
      others.push(process);
      return { process, url: `http://127.0.0.1:${port}` };
    };
    const metricsUrl = programs.find((each) => each.metricsUrl !== undefined)?.metricsUrl ?? '';
    return {
      dir,
      databases,
      broker,
      messages,
      networksFile,
      key,
      command,
      unexpectedEnds,
      process: (name) => get(processes, name),
      another,
      url,
      metricsUrl,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startBroker(dir: string, busSecret: string): Promise<Broker> {
  return Broker.start({
    program: await findNatsServer(join(dir, 'bin'), () => undefined),
    logFile: logFile(dir, 'nats'),
    configFile: join(dir, 'nats.conf'),
    prefix: SUBJECT_PREFIX,
    busSecret,
  });
}

async function startAll(programs: readonly Program[], processes: ReadonlyMap<string, ServiceProcess>): Promise<void> {
  const wanted = programs.filter(({ name }) => name !== 'blocks-indexer');
  for (const { name } of wanted) await get(processes, name).start();
  for (const { name, url } of wanted) {
    await waitUntilOk(`${url}/livez`, { what: `${name} to listen` });
  }
}

function get<Value>(map: ReadonlyMap<string, Value>, name: string): Value {
  const value = map.get(name);
  if (value === undefined) throw new Error(`the stage has no ${name}`);
  return value;
}
