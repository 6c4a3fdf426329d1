import { join } from 'node:path';
import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import type { GeneratedChain } from '../../bench/backfill/job.ts';
import { networkOf } from '../../bench/generated-backfill/network-of.ts';
import { raceInto } from '../../bench/generated-backfill/race-from-node.ts';
import { SERVICES } from '../../bench/generated-backfill/stand.ts';
import type { Experiment, ExperimentContext, Findings } from '../experiment.ts';
import { askShapes, compare } from './ask-shapes.ts';
import { BackfillTenths, MEMORY_MAX_MIB } from './backfill-tenths.ts';
import { checkpoint, copyAgain } from './catch-up.ts';
import { type Installation, openInstallation, type Urls } from './installation.ts';
import { readSettings, type Settings } from './read-settings.ts';
import { describeRelations, readRawBytes } from './relation-sizes.ts';
import { Report } from './report.ts';

export const experiment: Experiment = {
  summary:
    'a backfill of 1,000,000 generated blocks with Postgres held to 1 GiB; blocks=, memory-mib=, folder=, postgres=',
  packages: [],
  async run({ cleanup, settings, progress }): Promise<Findings> {
    const read = readSettings(settings);
    const installation = await openInstallation(read, cleanup);
    const run = new Run(read, installation, new Report(read.folder, progress), { cleanup, progress });
    return run.all();
  },
};

const CHAIN = {
  chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq',
  name: 'VRSCTEST',
  user: 'experiment',
  password: 'experiment',
};
/** The small database has this many times fewer blocks. */
const SMALLER = 10;
const TRIES_MAX = 20;
const ROWS_OUT = 'rows of the catch-up are taken out, and copied back';

class Run {
  readonly #violations: string[] = [];
  readonly #settings: Settings;
  readonly #installation: Installation;
  readonly #report: Report;
  readonly #cleanup: AsyncDisposableStack;
  readonly #progress: (text: string) => void;

  constructor(
    settings: Settings,
    installation: Installation,
    report: Report,
    { cleanup, progress }: Pick<ExperimentContext, 'cleanup' | 'progress'>,
  ) {
    this.#settings = settings;
    this.#installation = installation;
    this.#report = report;
    this.#cleanup = cleanup;
    this.#progress = progress;
  }

  /** A part that an earlier run has is left out. */
  async all(): Promise<Findings> {
    const { blocks, week, memoryMib, postgres } = this.#settings;
    const small = Math.floor(blocks / SMALLER);
    const tuned = Object.entries(postgres).map(([name, value]) => `${name}=${value}`);
    this.#report.add(`run begins: ${blocks} blocks, Postgres held to ${memoryMib} MiB, ${tuned.join(', ')}`);
    const urls = { small: await this.#backfill('small', small), large: await this.#backfill('large', blocks) };
    await this.#shapes(urls, small);
    await this.#sizes(urls.large);
    if (week > 0) await this.#catchUp(urls.large);
    const peak = this.#installation.group?.peakBytes;
    if (peak !== undefined)
      this.#report.add(`Postgres and its page cache held at most ${Math.round(peak / 2 ** 20)} MiB`);
    return { facts: this.#report.facts, violations: this.#violations };
  }

  async #backfill(name: 'small' | 'large', blocks: number): Promise<Urls> {
    const urls = await this.#installation.databases(name);
    if (!this.#report.has(`${name}: all `)) {
      const ms = await this.#race(name, urls, blocks);
      this.#report.add(
        `${name}: all ${blocks} blocks are there; this run took ${Math.round(ms / 1000)} s for its part`,
      );
    }
    return urls;
  }

  /** A failure is tried again, as by an indexer. Returns the milliseconds of all tries. */
  async #race(name: string, urls: Urls, blocks: number): Promise<number> {
    const startedAt = performance.now();
    for (let tries = 1; ; tries += 1) {
      try {
        const ms = await this.#raceOnce(name, urls, blocks);
        return tries === 1 ? ms : performance.now() - startedAt;
      } catch (error) {
        await this.#installation.stand.abandon();
        // A signal has ended everything, or nothing helps.
        if (this.#cleanup.disposed || tries === TRIES_MAX) throw error;
        const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
        this.#report.add(`${name}: goes on after a failure: ${reason}`);
      }
    }
  }

  async #raceOnce(name: string, urls: Urls, blocks: number): Promise<number> {
    const { stand, databasePid, traffic } = this.#installation;
    const network = await this.#startNode(blocks);
    const list = SERVICES.map((service) => urls[service]);
    const report = (fact: string): void => this.#report.add(fact);
    const pids = (): ReadonlyMap<string, number> => stand.pids();
    const tenths = new BackfillTenths({ name, blocks, urls: list, pids, databasePid, traffic, report });
    const outcome = await raceInto(stand, urls, network, blocks - 1, () => tenths.start()).finally(() => {
      this.#noteMemory(name, tenths.peaks);
      return tenths.stop();
    });
    await stand.close('serve');
    await stand.close('node');
    return outcome.leg.ms;
  }

  #noteMemory(name: string, peaks: Readonly<Record<string, number>>): void {
    const services = Object.entries(peaks).filter(([process]) => process !== 'node');
    this.#report.add(
      `${name}: most memory in MiB: ${services.map(([process, mib]) => `${process} ${mib}`).join(', ')}`,
    );
    for (const [process, mib] of services) {
      if (mib > MEMORY_MAX_MIB)
        this.#violations.push(`${name}: ${process} took ${mib} MiB, more than ${MEMORY_MAX_MIB}`);
    }
  }

  async #startNode(blocks: number): Promise<NetworkSettings> {
    const { seed, folder, week } = this.#settings;
    const length = this.#settings.blocks + week;
    const chain: GeneratedChain = {
      ...CHAIN,
      seed,
      blocks: length,
      file: join(folder, `chain-${seed}-${length}`),
      keepsFile: true,
      port: await findFreePort(),
      tipHeight: blocks - 1,
    };
    this.#progress(`starting a node with ${blocks} of ${chain.blocks} blocks; the first one generates them`);
    await this.#installation.stand.prepare('node', { kind: 'node', chain });
    return networkOf(chain);
  }

  async #shapes(urls: Record<'small' | 'large', Urls>, small: number): Promise<void> {
    if (this.#report.has('shapes: ')) return;
    const { asks, seed, blocks } = this.#settings;
    const network = networkOf({ ...CHAIN, seed, blocks, file: '', port: 1 });
    const ask = async (name: 'small' | 'large'): ReturnType<typeof askShapes> => {
      this.#progress(`asking the ${name} database`);
      // Code, plans and connections are warm for both.
      await askShapes({ urls: urls[name], network, asks: 2, seed: seed + 1 });
      this.#installation.group?.forget();
      return askShapes({ urls: urls[name], network, asks, seed });
    };
    const before = this.#installation.traffic.look().read;
    const latencies = { small: await ask('small'), large: await ask('large') };
    const read = this.#installation.traffic.look().read - before;
    for (const line of compare(latencies.large, latencies.small)) this.#report.add(`shape ${line}`);
    this.#report.add(
      `shapes: each asked ${asks} times of ${blocks} and of ${small} blocks, each time of other parts; ${read} B read from the disk`,
    );
  }

  async #sizes(urls: Urls): Promise<void> {
    if (this.#report.has('bytes on disk of all')) return;
    const rawBytes = await readRawBytes(urls.blocks);
    let total = 0;
    for (const service of SERVICES) {
      const lines = await describeRelations(service, urls[service], rawBytes);
      total += Number(/: (\d+),/.exec(lines[0] ?? '')?.[1]);
      for (const line of lines) this.#report.add(line);
    }
    this.#report.add(
      `bytes on disk of all for each byte of the chain: ${(total / rawBytes).toFixed(2)} of ${rawBytes}`,
    );
  }

  async #catchUp(urls: Urls): Promise<void> {
    if (this.#report.has('catch-up: ')) return;
    if (this.#report.has(ROWS_OUT))
      throw new Error("an earlier run ended while rows were out of this folder's databases: remove it");
    const { blocks, week, folder } = this.#settings;
    this.#progress(`catching up over ${week} blocks`);
    // A page's first change after a checkpoint goes into the log whole: the rival begins after one, too.
    await checkpoint(urls.blocks);
    const ms = await this.#race('catch-up', urls, blocks + week);
    this.#report.add(ROWS_OUT);
    const copied = await copyAgain(urls, blocks - 1, folder);
    this.#report.add(
      `catch-up: ${week} blocks in ${(ms / 1000).toFixed(1)} s; plain COPY of their ${copied.rows} rows in ` +
        `${(copied.ms / 1000).toFixed(1)} s: ${(copied.ms / ms).toFixed(2)} of its rate`,
    );
  }
}
