import { withoutDeadline } from '@ledgergraph/service-kit/db/current-deadline';

/** Longest wait for one of several databases; longer before its first answer. */
const PATIENCE_MS = 1_000;
const FIRST_PATIENCE_MS = 5_000;

export interface LastAnswer<Database, Answer> {
  database: Database;
  /** `askedAt` is of `performance.now()`. Absent: it has never answered. */
  last?: { answer: Answer; askedAt: number };
  /** The reason why `last` is earlier or absent; undefined: it is of this question. */
  fault: unknown;
}

interface State<Answer> {
  last?: { answer: Answer; askedAt: number };
  heard: number;
  fault: unknown;
  open: number;
}

class SilentDatabase extends Error {
  override name = 'SilentDatabase';
  constructor() {
    super('the database has not answered in time');
  }
}

/** One question waits a moment for a database that is away; later ones get its last answer at once. The only database is waited for. */
export class LastAnswers<Database, Answer> {
  readonly #databases: readonly Database[];
  readonly #question: (database: Database) => Promise<Answer>;
  readonly #states = new Map<Database, State<Answer>>();
  readonly #patienceMs: { known: number; first: number };
  #count = 0;

  constructor(
    databases: readonly Database[],
    question: (database: Database) => Promise<Answer>,
    patienceMs = { known: PATIENCE_MS, first: FIRST_PATIENCE_MS },
  ) {
    this.#databases = databases;
    this.#question = question;
    this.#patienceMs = patienceMs;
  }

  /** In the order of the databases. Never rejects. */
  ask(): Promise<LastAnswer<Database, Answer>[]> {
    return Promise.all(this.#databases.map((database) => this.#askOne(database)));
  }

  async #askOne(database: Database): Promise<LastAnswer<Database, Answer>> {
    const state = this.#stateOf(database);
    const wasAway = state.fault !== undefined && !this.#isOnly;
    if (!wasAway || state.open === 0) {
      const asking = this.#start(database, state);
      if (this.#isOnly) await asking;
      else if (!wasAway) await this.#waitFor(asking, state);
    }
    return { database, ...(state.last !== undefined && { last: state.last }), fault: state.fault };
  }

  async #start(database: Database, state: State<Answer>): Promise<void> {
    this.#count += 1;
    const number = this.#count;
    const askedAt = performance.now();
    state.open += 1;
    try {
      // Later requests get the answer too, so the end of the asking one must not cancel the question.
      const answer = await (this.#isOnly ? this.#question(database) : withoutDeadline(() => this.#question(database)));
      if (number < state.heard) return;
      Object.assign(state, { last: { answer, askedAt }, heard: number, fault: undefined });
    } catch (error) {
      if (number >= state.heard) Object.assign(state, { heard: number, fault: error ?? new SilentDatabase() });
    } finally {
      state.open -= 1;
    }
  }

  async #waitFor(asking: Promise<void>, state: State<Answer>): Promise<void> {
    const patienceMs = state.last === undefined ? this.#patienceMs.first : this.#patienceMs.known;
    let timer: NodeJS.Timeout | undefined;
    const isLate = new Promise<true>((resolve) => {
      timer = setTimeout(() => resolve(true), patienceMs);
    });
    if ((await Promise.race([asking, isLate])) === true) state.fault ??= new SilentDatabase();
    clearTimeout(timer);
  }

  get #isOnly(): boolean {
    return this.#databases.length === 1;
  }

  #stateOf(database: Database): State<Answer> {
    const known = this.#states.get(database);
    if (known !== undefined) return known;
    const state: State<Answer> = { heard: 0, fault: undefined, open: 0 };
    this.#states.set(database, state);
    return state;
  }
}

export function faultOfAll(answers: readonly LastAnswer<unknown, unknown>[]): unknown {
  return answers.every(({ fault }) => fault !== undefined) ? answers[0]?.fault : undefined;
}
