import { withoutDeadline } from '@ledgergraph/service-kit/db/current-deadline';

/** Longest time that a question to several databases waits for one of them; for one that has never answered yet: a start takes longer. */
const PATIENCE_MS = 1_000;
const FIRST_PATIENCE_MS = 5_000;

/** The part of one database in an answer. */
export interface LastAnswer<Database, Answer> {
  database: Database;
  /** The last answer, and the moment of `performance.now()` at which it was asked for. Absent: it has never answered. */
  last?: { answer: Answer; askedAt: number };
  /** The reason why `last` is an earlier answer, or absent. Undefined: it is of this question. */
  fault: unknown;
}

interface State<Answer> {
  last?: { answer: Answer; askedAt: number };
  /** Number of the question that was answered, or failed, last. */
  heard: number;
  /** The reason why it does not answer; undefined: it does. */
  fault: unknown;
  /** Questions without an answer. */
  open: number;
}

/** A database has not answered in time. */
class SilentDatabase extends Error {
  override name = 'SilentDatabase';
  constructor() {
    super('the database has not answered in time');
  }
}

/**
 * One question to all databases of a process, again and again. A database that is away, or hangs, must not hold up the others: one question waits
 * for it a moment, the later ones get its last answer at once, until it answers again. A process with one database waits for it as long as it takes.
 */
export class LastAnswers<Database, Answer> {
  readonly #databases: readonly Database[];
  readonly #question: (database: Database) => Promise<Answer>;
  readonly #states = new Map<Database, State<Answer>>();
  readonly #patienceMs: { known: number; first: number };
  #count = 0;

  /** @param patienceMs longest waits, in tests */
  constructor(
    databases: readonly Database[],
    question: (database: Database) => Promise<Answer>,
    patienceMs = { known: PATIENCE_MS, first: FIRST_PATIENCE_MS },
  ) {
    this.#databases = databases;
    this.#question = question;
    this.#patienceMs = patienceMs;
  }

  /** Asks all; in the order of the databases. Never rejects. */
  ask(): Promise<LastAnswer<Database, Answer>[]> {
    return Promise.all(this.#databases.map((database) => this.#askOne(database)));
  }

  async #askOne(database: Database): Promise<LastAnswer<Database, Answer>> {
    const state = this.#stateOf(database);
    const wasAway = state.fault !== undefined && !this.#isOnly;
    // At most one question is open to a database that is away.
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
      // Later requests get the answer too: the end of the one that asks must not cancel the question.
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

/** The fault of a question that no database has answered now; undefined: one has. */
export function faultOfAll(answers: readonly LastAnswer<unknown, unknown>[]): unknown {
  return answers.every(({ fault }) => fault !== undefined) ? answers[0]?.fault : undefined;
}
