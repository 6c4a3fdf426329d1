import { Listr } from 'listr2';
import { isPortFree } from '#/postgres/find-free-port.ts';
import { postgresUrl } from '#/postgres/start-postgres.ts';
import { listServices } from '#/services.ts';
import { keepDemoKeys, writeAccountsEnv } from '#/stack/steps/keep-demo-keys.ts';
import { migrateDatabases } from '#/stack/steps/migrate-databases.ts';
import { startNats } from '#/stack/steps/start-nats.ts';
import { startDatabaseServer } from '#/stack/steps/start-postgres.ts';
import { startRecordedNodes } from '#/stack/steps/start-recorded-nodes.ts';
import { type OpenRoles, startServices } from '#/stack/steps/start-services.ts';
import { waitUntilReady } from '#/stack/steps/wait-until-ready.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { lockDataFolder } from './lock-data-folder.ts';
import { Ports } from './ports.ts';
import { readNodeTrouble } from './read-node-trouble.ts';
import { readSync } from './read-sync.ts';
import { resetDataFolder } from './reset-data-folder.ts';
import type { RunningStack } from './running-stack.ts';
import { loadSecrets } from './secrets.ts';
import { databaseUrl, type StackContext } from './stack-context.ts';
import { StackError } from './stack-error.ts';
import type { StackOptions } from './stack-options.ts';
import { stopProcesses } from './stop-processes.ts';

interface Step {
  title: string;
  skip?: boolean;
  /** Titles of the steps that it waits for. */
  after?: readonly string[];
  /** Returns a text to show behind the title. */
  run: (report: (text: string) => void) => Promise<string>;
}

/** The caller must call `stop`; if its process dies first, everything still ends. @throws StackError when a setting is wrong */
export async function startStack(options: StackOptions, signal?: AbortSignal): Promise<RunningStack> {
  if (options.port !== 0 && !(await isPortFree(options.port))) {
    throw new StackError(`Port ${options.port} is in use by another program. Take another one: --port N`);
  }
  const folder = await openDataFolder(options.dataDir);
  const unlock = await lockDataFolder(folder.lock);
  if (options.reset) await reset(folder, options, unlock);
  const secrets = await loadSecrets(folder.secrets);
  const ports = await Ports.open(folder.ports, options.port);
  const context: StackContext = {
    options,
    folder,
    secrets,
    ports,
    processes: [],
    recordedNodes: [],
    onTrouble: options.onTrouble ?? (() => undefined),
    // Known before their servers run, so that processes can be started meanwhile.
    postgresUrl: postgresUrl({ password: secrets.postgresPassword, port: await ports.take('postgres') }),
    natsUrl: `nats://127.0.0.1:${await ports.take('nats')}`,
    networksFile: options.networksFile ?? folder.networks,
    gatewayUrl: '',
    urls: new Map(),
    logs: new Map(),
    keys: { live: '', test: '' },
  };
  const stop = async (): Promise<void> => {
    await stopProcesses(context.processes);
    await unlock();
  };
  try {
    await runSteps(listSteps(context), options, signal);
    return describeStack(context, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function reset(folder: DataFolder, { onReset }: StackOptions, unlock: () => Promise<void>): Promise<void> {
  try {
    const removed = await resetDataFolder(folder);
    onReset?.(removed);
  } catch (error) {
    await unlock();
    throw error;
  }
}

function listSteps(context: StackContext): Step[] {
  const { generateCode, networksFile } = context.options;
  const usesRecordings = networksFile === undefined;
  const started = Promise.withResolvers<OpenRoles>();
  started.promise.catch(() => undefined);
  return [
    {
      title: 'Generated code',
      skip: generateCode === undefined,
      run: async () => (await generateCode?.())?.join(', ') || 'up to date',
    },
    {
      title: 'Processes',
      after: ['Generated code'],
      run: async () => {
        const { names, open } = await startServices(context);
        started.resolve(open);
        return names.join(', ');
      },
    },
    { title: 'Postgres', run: () => startDatabaseServer(context) },
    { title: 'NATS', run: (report) => startNats(context, report) },
    { title: 'Databases', after: ['Postgres'], run: (report) => migrateDatabases(context, report) },
    { title: 'Recorded nodes', skip: !usesRecordings, run: () => startRecordedNodes(context) },
    {
      title: 'Indexing',
      after: ['Processes', 'NATS', 'Databases', 'Recorded nodes'],
      run: async (report) => {
        (await started.promise)();
        return waitUntilReady(context, report);
      },
    },
    {
      title: 'Demo keys',
      after: ['Indexing'],
      skip: !listServices().includes('accounts'),
      run: async () => {
        await writeAccountsEnv(context);
        return keepDemoKeys(context);
      },
    },
  ];
}

async function runSteps(all: Step[], options: StackOptions, signal: AbortSignal | undefined): Promise<void> {
  const steps = all.filter(({ skip }) => skip !== true);
  const done = new Map(steps.map(({ title }) => [title, Promise.withResolvers<void>()]));
  const list = new Listr(
    steps.map((step) => ({
      title: step.title,
      task: async (_: unknown, task: { title: string; output: string }) => {
        await orAborted(Promise.all((step.after ?? []).map((title) => done.get(title)?.promise)), signal);
        signal?.throwIfAborted();
        let shown = '';
        const result = step.run((text) => {
          // Without a terminal each text is a separate line, and a repeated line adds nothing.
          if (text !== shown) task.output = shown = text;
        });
        task.title = `${step.title}: ${await orAborted(result, signal)}`;
        done.get(step.title)?.resolve();
      },
    })),
    {
      renderer: options.display === 'silent' ? 'silent' : 'default',
      fallbackRenderer: 'simple',
      concurrent: true,
      // Listr's own listeners would end the process at once, with children running.
      registerSignalListeners: false,
    },
  );
  await list.run();
}

async function orAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return result;
  // The step may go on for a moment; its processes are in the list, and are stopped all the same.
  result.catch(() => undefined);
  return Promise.race([
    result,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);
}

function describeStack(context: StackContext, stop: () => Promise<void>): RunningStack {
  const { gatewayUrl, keys, folder, urls, processes, recordedNodes } = context;
  return {
    gatewayUrl,
    keys,
    dataDir: folder.dir,
    urls,
    databaseUrl: (service) => databaseUrl(context, service),
    processes,
    recordedNodes,
    readSync: () => readSync(context),
    readNodeTrouble: () => readNodeTrouble(context),
    stop,
  };
}
