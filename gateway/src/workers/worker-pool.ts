import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { STOP_MESSAGE } from '@ledgergraph/service-kit/process';
import type { Logger } from 'pino';
import type { Env } from '#/env.ts';
import { Counters, type CountersMemory } from '#/limits/counters.ts';
import type { FromWorker, Question, ToWorker, WorkerStart } from './worker-link.ts';

/** Time that a worker has for an answer. */
const ANSWER_MS = 2_000;
/** Between two starts of a worker. */
const RESTART_MS = 1_000;

export interface WorkerPoolOptions {
  /** Program of a worker. */
  program: URL;
  memory: CountersMemory;
  /** Where all workers listen; 0: the first one chooses it. */
  port: number;
  logger: Logger;
  env: Env;
}

interface Running {
  worker: Worker;
  /** Questions that wait for its answer. */
  asked: Map<number, (answer: unknown) => void>;
}

/**
 * The workers of one gateway, each a thread with a server of its own on the same port. A worker that ends is replaced,
 * and what it held is given back.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #counters: Counters;
  readonly #running = new Map<number, Running>();
  #port: number;
  #questions = 0;
  #isStopping = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#port = options.port;
    const { memory } = options;
    // Not one of the workers: it locks under a number of its own.
    this.#counters = new Counters(memory, memory.members);
  }

  /** The threads that run now, by number. */
  get threads(): ReadonlyMap<number, Worker> {
    return new Map(Array.from(this.#running, ([member, { worker }]) => [member, worker]));
  }

  /**
   * Resolves when every worker answers requests.
   * @returns the port
   * @throws Error when one of them cannot start
   */
  async start(): Promise<number> {
    await this.#open(0);
    const members = Array.from({ length: this.#options.memory.members }, (_, member) => member);
    await Promise.all(members.slice(1).map((member) => this.#open(member)));
    // Also one that has ended meanwhile.
    for (const member of members) void this.#keepUp(member);
    return this.#port;
  }

  /** Lets every worker end what it does. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(
      Array.from(this.#running.values(), ({ worker }) => {
        const ended = endOf(worker);
        worker.postMessage(STOP_MESSAGE);
        return ended;
      }),
    );
  }

  /** Answers of all workers that run; null for one that does not answer in time. */
  ask(question: Question): Promise<unknown[]> {
    return Promise.all(Array.from(this.#running.values(), (running) => this.#askOne(running, question)));
  }

  async #askOne({ worker, asked }: Running, question: Question): Promise<unknown> {
    const id = ++this.#questions;
    const answer = new Promise<unknown>((resolve) => asked.set(id, resolve));
    worker.postMessage({ ask: question, id } satisfies ToWorker);
    const timer = setTimeout(() => asked.get(id)?.(null), ANSWER_MS);
    return answer.finally(() => {
      clearTimeout(timer);
      asked.delete(id);
    });
  }

  /** Resolves when the worker answers requests. @throws Error when it ends before */
  async #open(member: number): Promise<void> {
    const { program, memory, env, logger } = this.#options;
    const workerData: WorkerStart = { member, memory, env, port: this.#port };
    const worker = new Worker(program, { workerData, name: `gateway ${member}` });
    const running: Running = { worker, asked: new Map() };
    this.#running.set(member, running);
    worker.on('error', (error) => logger.error({ err: error, worker: member }, 'a worker has failed'));
    worker.once('exit', () => {
      this.#running.delete(member);
      for (const resolve of running.asked.values()) resolve(null);
      this.#counters.releaseMember(member);
    });
    await new Promise<void>((resolve, reject) => {
      worker.once('exit', () => reject(new Error(`worker ${member} could not start`)));
      worker.on('message', (message: FromWorker) => {
        if ('up' in message) {
          this.#port = message.port;
          resolve();
        } else void this.#hear(running, message);
      });
    });
  }

  async #hear({ worker, asked }: Running, message: Exclude<FromWorker, { up: true }>): Promise<void> {
    if ('answer' in message) return asked.get(message.to)?.(message.answer);
    const answers = await this.ask(message.ask);
    worker.postMessage({ answers, to: message.id } satisfies ToWorker);
  }

  /** Replaces a worker whenever it ends, at most once a second. */
  async #keepUp(member: number): Promise<void> {
    while (!this.#isStopping) {
      const running = this.#running.get(member);
      if (running !== undefined) {
        await endOf(running.worker);
        if (this.#isStopping) return;
        this.#options.logger.error({ worker: member }, 'a worker has ended; another one takes its place');
      }
      const rested = delay(RESTART_MS);
      // One that cannot start has logged why.
      await this.#open(member).catch(() => undefined);
      await rested;
    }
  }
}

/** `once` of node:events does not do here: it rejects when the worker fails, which is before the worker ends. */
function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => void worker.once('exit', () => resolve()));
}
