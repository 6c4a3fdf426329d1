import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Env } from '#/env.ts';
import type { CountersMemory } from '#/limits/counters.ts';

/** A question to every worker: the faults that keep it from being ready, or its metrics. */
export type Question = 'readiness' | 'metrics';

/** Sent to a worker. */
export type ToWorker = { ask: Question; id: number } | { answers: unknown[]; to: number };
/** Sent by a worker. */
export type FromWorker = { up: true; port: number } | { ask: Question; id: number } | { answer: unknown; to: number };

/** Data that a worker is started with. */
export interface WorkerStart {
  /** Number of the worker, from 0. */
  member: number;
  memory: CountersMemory;
  /** Environment of the gateway. */
  env: Env;
  /** Where all workers listen. 0: this one chooses it. */
  port: number;
}

/** One worker's line to the thread that started it, and through it to all workers. */
export class WorkerLink {
  readonly start: WorkerStart;
  readonly #port: MessagePort;
  readonly #answers = new Map<Question, () => Promise<unknown>>();
  readonly #asked = new Map<number, (answers: unknown[]) => void>();
  /** Questions under way: equal ones share the answers. */
  readonly #underWay = new Map<Question, Promise<unknown[]>>();
  #questions = 0;

  private constructor(start: WorkerStart, port: MessagePort) {
    this.start = start;
    this.#port = port;
    port.on('message', (message: ToWorker) => void this.#hear(message));
  }

  /** To be called in a worker. */
  static open(): WorkerLink {
    return new WorkerLink(workerData as WorkerStart, parentPort as MessagePort);
  }

  /** Makes the reasons against readiness of one worker those of all. */
  readonly joinReasons = (own: () => Promise<string[]>): (() => Promise<string[]>) => {
    this.answer('readiness', own);
    return async () => {
      const answers = (await this.askAll('readiness')) as (string[] | null)[];
      return [...new Set(answers.flatMap((reasons) => reasons ?? ['a part of this gateway does not answer']))];
    };
  };

  /** This worker answers requests from now on. */
  reportUp(port: number): void {
    this.#send({ up: true, port });
  }

  answer(question: Question, answer: () => Promise<unknown>): void {
    this.#answers.set(question, answer);
  }

  /** Answers of all workers, this one included; null for one that does not answer in time. */
  askAll(question: Question): Promise<unknown[]> {
    const underWay = this.#underWay.get(question);
    if (underWay !== undefined) return underWay;
    const id = ++this.#questions;
    const asked = new Promise<unknown[]>((resolve) => this.#asked.set(id, resolve));
    this.#underWay.set(question, asked);
    this.#send({ ask: question, id });
    return asked.finally(() => this.#underWay.delete(question));
  }

  async #hear(message: ToWorker): Promise<void> {
    if ('answers' in message) {
      this.#asked.get(message.to)?.(message.answers);
      this.#asked.delete(message.to);
      return;
    }
    if (!('ask' in message)) return;
    const answer = await this.#answers
      .get(message.ask)?.()
      .catch(() => null);
    this.#send({ answer: answer ?? null, to: message.id });
  }

  #send(message: FromWorker): void {
    this.#port.postMessage(message);
  }
}
