import { Worker } from 'node:worker_threads';
import type { QueryPlan } from '@apollo/query-planner';
import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import { Turns } from '@ledgergraph/service-kit/limits/turns';
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { PlanAnswer, PlanOutcome, PlanQuestion } from './planning-messages.ts';

const PROGRAM = new URL('./planning-program.ts', import.meta.url);
/** The limit of all teams: some seconds of planning, and a few megabytes of text. */
const WAITING_MAX = 100;
const WAITING_OF_TEAM_MAX = 50;
/** From question to answer; the first one includes the start of the thread. */
const PLAN_MS_MAX = 30_000;
const WAIT_MS_MAX = 10_000;
/** A planner of our graph holds 40, and as much again while it plans. */
export const PLANNING_MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

export interface TimedPlan {
  plan: QueryPlan;
  ms: number;
}

type Charge = (ms: number) => void;

interface Job {
  question: PlanQuestion;
  charge: Charge;
  /** Undefined until the thread works on it. */
  beganAt: number | undefined;
  resolve: (planned: TimedPlan) => void;
  reject: (error: Error) => void;
  /** Ends its wait, then its work. */
  timer: NodeJS.Timeout;
  /** Gives back its place or its place in the queue. */
  leave: () => void;
}

export class PlanningBusy extends GraphQLError {
  constructor() {
    super('Too many new operations are being planned at this moment. Please try again.', {
      extensions: { code: 'SUBGRAPH_UNAVAILABLE', http: { status: 503, headers: new Map([['retry-after', '1']]) } },
    });
  }
}

interface PlanningThreadOptions {
  logger?: Logger | undefined;
  planMsMax?: number;
}

/**
 * Plans large operations beside the thread that answers, one at a time, in turns of teams. If the thread dies or an operation takes too
 * long, those that wait are refused, and it starts again with the next one.
 */
export class PlanningThread {
  readonly #supergraphSdl: string;
  readonly #logger: Logger | undefined;
  readonly #planMsMax: number;
  readonly #turns = new Turns(1, 1);
  readonly #jobs = new Set<Job>();
  readonly #limit = new ConcurrencyLimit(WAITING_MAX);
  #worker: Worker | undefined;
  #running: Job | undefined;

  constructor(supergraphSdl: string, { logger, planMsMax = PLAN_MS_MAX }: PlanningThreadOptions = {}) {
    this.#supergraphSdl = supergraphSdl;
    this.#logger = logger;
    this.#planMsMax = planMsMax;
  }

  /** @param charge called with the milliseconds of work, whatever the outcome @throws GraphQLError where there is no plan; PlanningBusy */
  plan(question: PlanQuestion, team: string, charge: Charge = () => {}): Promise<TimedPlan> {
    const giveBack = this.#limit.acquire([{ id: team, max: WAITING_OF_TEAM_MAX }]);
    if (typeof giveBack === 'string') return Promise.reject(new PlanningBusy());
    return new Promise<TimedPlan>((resolve, reject) => {
      const tooLate = setTimeout(() => this.#finish(job).reject(new PlanningBusy()), WAIT_MS_MAX);
      const job: Job = { question, charge, beganAt: undefined, resolve, reject, timer: tooLate, leave: () => {} };
      this.#jobs.add(job);
      job.leave = this.#turns.enter(team, (leave) => this.#run(Object.assign(job, { leave })));
    }).finally(giveBack);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #run(job: Job): void {
    this.#running = job;
    clearTimeout(job.timer);
    job.beganAt = performance.now();
    const worker = this.#open(job);
    if (worker === undefined) return;
    job.timer = setTimeout(() => void worker.terminate(), this.#planMsMax);
    worker.postMessage(job.question);
  }

  /** Undefined: the system starts no thread now. */
  #open(job: Job): Worker | undefined {
    try {
      this.#worker ??= this.#start();
    } catch (error) {
      this.#logger?.error({ err: error }, 'the planning thread cannot start');
      this.#finish(job).reject(new PlanningBusy());
    }
    return this.#worker;
  }

  #start(): Worker {
    // It gets no secrets.
    const worker = new Worker(PROGRAM, { workerData: this.#supergraphSdl, resourceLimits: PLANNING_MEMORY, env: {} });
    worker.unref();
    worker.on('message', (answer: PlanAnswer) => this.#settle(answer));
    // Its `exit` follows.
    worker.on('error', (error) => this.#logger?.error({ err: error }, 'the planning thread has failed'));
    worker.on('exit', () => this.#end());
    return worker;
  }

  #settle(answer: PlanAnswer): void {
    const job = this.#running;
    if (job === undefined) return;
    job.charge(answer.ms);
    const { resolve, reject } = this.#finish(job);
    if ('plan' in answer) resolve(answer);
    else reject(errorOf(answer));
  }

  #end(): void {
    this.#worker = undefined;
    const running = this.#running;
    // Before the running one, whose place would be theirs.
    for (const job of this.#jobs) if (job !== running) this.#finish(job).reject(new PlanningBusy());
    if (running === undefined) return;
    running.charge(performance.now() - (running.beganAt ?? performance.now()));
    this.#finish(running).reject(new PlanningBusy());
  }

  #finish(job: Job): Job {
    clearTimeout(job.timer);
    this.#jobs.delete(job);
    if (this.#running === job) this.#running = undefined;
    job.leave();
    return job;
  }
}

function errorOf(outcome: Exclude<PlanOutcome, { plan: unknown }>): Error {
  if ('failed' in outcome) return new Error('an operation could not be planned', { cause: outcome.failed });
  const { message, extensions } = outcome.refused;
  return new GraphQLError(message, { extensions });
}
