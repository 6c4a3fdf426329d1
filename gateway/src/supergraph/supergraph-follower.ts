import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { CurrentGraph, HeldGraph } from '#/federation/current-graph.ts';
import { readSupergraphFiles, type SupergraphFiles } from './supergraph-files.ts';
import { type Supergraph, SupergraphRefused, type VerifyOptions, verifySupergraph } from './verify-supergraph.ts';

/** Planned before a graph answers its first request. */
const WARMED_MAX = 200;
const UNREADABLE = 'unreadable';

export interface SupergraphFollowerOptions {
  file: string;
  first: Supergraph & Pick<SupergraphFiles, 'fingerprint'>;
  verify: VerifyOptions;
  graphs: CurrentGraph;
  open: (supergraph: Supergraph) => Promise<HeldGraph>;
  keep: (files: SupergraphFiles) => Promise<void>;
  pollMs: number;
  logger: Logger;
}

export interface SupergraphNumbers {
  /** Null: it is not signed. */
  serial: number | null;
  /** Since the start, each content once. */
  taken: number;
  refused: number;
}

/** Takes each good new supergraph while requests go on, and keeps the old one otherwise. */
export class SupergraphFollower {
  readonly #options: SupergraphFollowerOptions;
  #used: Supergraph & Pick<SupergraphFiles, 'fingerprint'>;
  #taken = 0;
  #refused = 0;
  /** A refusal is logged once. */
  #refusal: string | undefined;
  #met = { fingerprint: '', since: 0 };
  #running: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #watcher: FSWatcher | undefined;

  constructor(options: SupergraphFollowerOptions) {
    this.#options = options;
    this.#used = options.first;
  }

  start(): void {
    const poll = (): void => {
      void this.look().then(() => {
        if (this.#timer !== undefined) this.#timer = setTimeout(poll, this.#options.pollMs);
      });
    };
    this.#timer = setTimeout(poll, this.#options.pollMs);
    this.#listen();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#watcher?.close();
    await this.#queued;
    await this.#running;
  }

  numbers(): SupergraphNumbers {
    return { serial: this.#used.serial, taken: this.#taken, refused: this.#refused };
  }

  /** Callers during one look share the next. Never throws. */
  look(): Promise<void> {
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined;
      this.#running = this.#look();
      return this.#running;
    });
    return this.#queued;
  }

  async #look(): Promise<void> {
    const { file, verify, logger } = this.#options;
    const files = await readSupergraphFiles(file).catch((error: unknown) => ({ error, fingerprint: UNREADABLE }));
    const settled = this.#isSettled(files.fingerprint);
    if (files.fingerprint === this.#used.fingerprint) this.#refusal = undefined;
    if (files.fingerprint === this.#used.fingerprint || files.fingerprint === this.#refusal) return;
    // Without a signature, only a second look distinguishes a whole file from one that is being written.
    if (verify.publicKeys === undefined && !settled) return;
    try {
      if ('error' in files) throw files.error;
      await this.#take(files);
    } catch (error) {
      // Files that are replaced one after the other do not fit together for a moment.
      if (!settled) return;
      this.#refusal = files.fingerprint;
      this.#refused += 1;
      const reason = error instanceof SupergraphRefused ? error.message : 'it cannot be read';
      const { serial } = this.#used;
      logger.error({ err: error, serial }, `a new supergraph is refused, the old one stays: ${reason}`);
    }
  }

  async #take(files: SupergraphFiles): Promise<void> {
    const { verify, graphs, open, logger } = this.#options;
    const startedAt = performance.now();
    const serialMin = Math.max(verify.serialMin, (this.#used.serial ?? 0) + 1);
    const supergraph = verifySupergraph(files, { ...verify, serialMin });
    const next = await open(supergraph);
    const seen = graphs.current.operations.seen(WARMED_MAX);
    const warming = await next.graph.operations.warm(seen);
    await this.#keep(files);
    this.#used = { ...supergraph, fingerprint: files.fingerprint };
    this.#refusal = undefined;
    this.#taken += 1;
    // Not waited for: an operation of the former graph may last.
    graphs.replace(next).catch((error: unknown) => logger.error({ err: error }, 'a former graph could not be stopped'));
    const milliseconds = Math.round(performance.now() - startedAt);
    logger.info({ serial: supergraph.serial, ...warming, milliseconds }, 'a new supergraph answers');
  }

  async #keep(files: SupergraphFiles): Promise<void> {
    const { keep, logger } = this.#options;
    // A full disk is no reason to go on with an old graph.
    await keep(files).catch((error: unknown) =>
      logger.error({ err: error }, 'the supergraph could not be kept: after a restart an older one could be taken'),
    );
  }

  /** This content has been there since the look before. */
  #isSettled(fingerprint: string): boolean {
    const now = performance.now();
    if (fingerprint !== this.#met.fingerprint) this.#met = { fingerprint, since: now };
    return now - this.#met.since >= this.#options.pollMs;
  }

  /** A hint only: the poll sees what it misses. */
  #listen(): void {
    try {
      this.#watcher = watch(dirname(this.#options.file), { persistent: false }, () => void this.look());
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // Some file systems do not report changes.
    }
  }
}
