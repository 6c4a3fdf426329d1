import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { readVersion } from '@ledgergraph/service-kit/version';
import { Command, InvalidArgumentError } from 'commander';
import type { ServiceDatabase } from './databases.ts';
import { readNodeCredentials } from './env.ts';
import { abandonLoad, loadSnapshot } from './load-snapshot.ts';
import type { SnapshotManifest } from './manifest.ts';
import { checkNode } from './node-chain.ts';
import { type OpenSnapshot, openSnapshot } from './open-snapshot.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import { verifyFiles } from './verify-snapshot.ts';
import { joinParts, writeParts } from './write-snapshot.ts';

/** Keeps the databases there while the command runs. */
export type UseDatabases = (
  options: { data?: string; only: readonly string[] | undefined },
  use: (databases: readonly ServiceDatabase[], services: readonly string[]) => Promise<void>,
) => Promise<void>;

interface Flags {
  data?: string;
  only?: string[];
  network?: string[];
  at?: number;
  wait: number;
  jobs: number;
  key?: string;
  publicKey?: string;
  node?: string;
  deep?: boolean;
  abandon?: boolean;
}

const HELP = `
Which databases: those of BLOCKS_DATABASE_URL, IDENTITIES_DATABASE_URL, … if they are set, else those of the local stack (--data).
The user and the password of --node are read from NODE_USER and NODE_PASSWORD.`;

const JOBS_MAX = 64;

/** Parsing throws commander's CommanderError instead of ending the process. */
export function createProgram(useDatabases: UseDatabases, report: (text: string) => void): Command {
  const program = new Command('ledgergraph snapshot')
    .description(
      'Write all databases of an installation at one block, check them, and begin another installation with them',
    )
    .version(readVersion(), '--version', 'print the version')
    .addHelpText('afterAll', HELP)
    .showHelpAfterError('(see --help)')
    .exitOverride();
  addWrite(program, useDatabases, report);
  addJoin(program, useDatabases, report);
  addVerify(program, report);
  addLoad(program, useDatabases, report);
  return program;
}

function addWrite(program: Command, useDatabases: UseDatabases, report: (text: string) => void): void {
  databaseOptions(program.command('write <folder>'))
    .description('write a snapshot into a new folder; the installation goes on working')
    .option('--network <name>', 'a network to write, by name or chain id; may be repeated (default: all)', addText)
    .option(
      '--at <height>',
      'the block that teams have agreed on, where each writes its own part (see join)',
      parseCount,
    )
    .option('--wait <seconds>', 'how long to wait until all services have applied one block', parseCount, 600)
    .option('--key <file>', 'private Ed25519 key (PEM) to sign with')
    .action(async (folder: string, flags: Flags) => {
      await useDatabases(databasesOf(flags), async (databases, services) => {
        const { at, jobs: workers, network: networks = [] } = flags;
        const privateKey = await readKey(flags.key);
        await writeParts({ databases, folder, networks, at, workers, waitMs: flags.wait * 1000, report });
        if (at !== undefined || databases.length < services.length)
          return report('Parts are written; make a snapshot of all of them by join.');
        describe(await joinParts(folder, services, privateKey), report);
      });
    });
}

function addJoin(program: Command, useDatabases: UseDatabases, report: (text: string) => void): void {
  program
    .command('join <folder>')
    .description('make one snapshot of the parts that teams have written at the same block')
    .option('--key <file>', 'private Ed25519 key (PEM) to sign with')
    .action(async (folder: string, flags: Flags) => {
      await useDatabases({ only: [] }, async (_, services) => {
        describe(await joinParts(folder, services, await readKey(flags.key)), report);
      });
    });
}

function addVerify(program: Command, report: (text: string) => void): void {
  checkOptions(program.command('verify <snapshot>'))
    .description('read every file of a snapshot (a folder, or its https URL) and compare it with the manifest')
    .action(async (place: string, flags: Flags) => {
      const snapshot = await open(place, flags, report);
      const { files, bytes } = await verifyFiles(snapshot, flags.jobs);
      report(`All ${files} files are as the manifest declares (${(bytes / 1e6).toFixed(1)} MB).`);
    });
}

function addLoad(program: Command, useDatabases: UseDatabases, report: (text: string) => void): void {
  databaseOptions(checkOptions(program.command('load <snapshot>')))
    .description('fill empty databases from a snapshot; call it again to go on after an interruption')
    .option('--deep', 'also check parent hashes and merkle roots of all blocks')
    .option('--abandon', 'give up a load that was interrupted: the databases become as they were')
    .action(async (place: string, flags: Flags) => {
      await useDatabases(databasesOf(flags), async (databases) => {
        if (flags.abandon === true) {
          await abandonLoad(databases);
          return report('The databases are as they were.');
        }
        const snapshot = await open(place, flags, report);
        const startedAt = Date.now();
        await loadSnapshot(snapshot, { databases, workers: flags.jobs, deep: flags.deep === true, report });
        report(
          `Loaded in ${((Date.now() - startedAt) / 1000).toFixed(1)} s; start the services, and they go on from there.`,
        );
      });
    });
}

async function open(place: string, flags: Flags, report: (text: string) => void): Promise<OpenSnapshot> {
  const snapshot = await openSnapshot(place, await readKey(flags.publicKey));
  describe(snapshot.manifest, report);
  report(snapshot.isSigned ? 'Its signature is right.' : 'Its signature was not checked (--public-key).');
  if (flags.node !== undefined) {
    const { chains } = snapshot.manifest;
    const [chain] = chains;
    if (chain === undefined || chains.length > 1)
      throw new SnapshotFault('--node is of one chain; the snapshot has several');
    report(await checkNode({ url: flags.node, ...readNodeCredentials() }, chain));
  }
  return snapshot;
}

function describe({ version, chains, parts }: SnapshotManifest, report: (text: string) => void): void {
  for (const { name, height, hash, time } of chains) {
    report(`${name} at block ${height}, ${hash}, of ${new Date(time * 1000).toISOString()}`);
  }
  const rows = parts.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.rows, 0);
  report(`${rows} rows of ${parts.map(({ service }) => service).join(', ')}; written by Ledgergraph ${version}`);
}

function databaseOptions(command: Command): Command {
  return jobsOption(command)
    .option('--data <dir>', 'data folder of a local stack (default: the nearest .ledgergraph)')
    .option('--only <service>', 'a service, where each team works on its own database; may be repeated', addText);
}

function checkOptions(command: Command): Command {
  const withKey = command.option('--public-key <file>', 'public Ed25519 keys (PEM), one of which must have signed it');
  const checked = withKey.option('--node <url>', 'a node that must have the block on its chain', parseUrl);
  return checked.options.some(({ long }) => long === '--jobs') ? checked : jobsOption(checked);
}

function jobsOption(command: Command): Command {
  if (command.options.some(({ long }) => long === '--jobs')) return command;
  return command.option('--jobs <n>', 'connections at once', parseJobs, Math.min(availableParallelism(), JOBS_MAX));
}

function databasesOf({ data, only }: Flags): { data?: string; only: string[] | undefined } {
  return { only, ...(data !== undefined && { data }) };
}

async function readKey(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  return readFile(file, 'utf8').catch(() => {
    throw new SnapshotFault(`the key ${file} cannot be read`);
  });
}

function addText(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text];
}

function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Wanted: a whole number.');
  return Number(text);
}

function parseJobs(text: string): number {
  const jobs = parseCount(text);
  if (jobs < 1 || jobs > JOBS_MAX) throw new InvalidArgumentError(`Wanted: 1 to ${JOBS_MAX}.`);
  return jobs;
}

function parseUrl(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text)) throw new InvalidArgumentError('Wanted: an http or https URL.');
  const { username, password } = new URL(text);
  if (username !== '' || password !== '')
    throw new InvalidArgumentError('Its user and password belong into the environment.');
  return text;
}
