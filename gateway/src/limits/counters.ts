import { randomUUID } from 'node:crypto';
import { allocateTable, SharedTable, type TableMemory } from './shared-table.ts';

/** Kinds of token buckets. */
const RATES = ['calls', 'sends', 'lookups', 'operations'] as const;
export type RateName = (typeof RATES)[number];

/** Callers with recent calls of one kind: far more than an installation has at a time. */
const RATES_MAX = 16_384;
/** Keys and addresses with an open socket or stream. */
const ROOMS_MAX = 16_384;
/** Operations that one of the workers has planned. */
const PLANNED_MAX = 8_192;
/** Numbers of a token bucket. */
const BUCKET_CELLS = 4;

/** Memory that the workers of one gateway share. */
export interface CountersMemory {
  /** Id of the gateway, new at each start. */
  group: string;
  members: number;
  /** Each kind has a table: strangers who guess keys take no row from callers. */
  rates: Record<RateName, TableMemory>;
  rooms: TableMemory;
  planned: TableMemory;
}

/** @param members number of workers */
export function allocateCounters(members: number): CountersMemory {
  return {
    group: randomUUID(),
    members,
    rates: ofEachRate(() => allocateTable(RATES_MAX, BUCKET_CELLS)),
    rooms: allocateTable(ROOMS_MAX, members),
    planned: allocateTable(PLANNED_MAX, members),
  };
}

/** The limits' memory, as one worker of a gateway sees it: all workers together admit what one alone would. */
export class Counters {
  readonly group: string;
  readonly members: number;
  /** Number of this worker, from 0. */
  readonly member: number;
  readonly rates: Record<RateName, SharedTable>;
  /** Each row has a number for each worker: how much the worker holds. */
  readonly rooms: SharedTable;
  /** Each row has a number for each worker: 1 if the worker has planned the operation. */
  readonly planned: SharedTable;

  constructor(memory: CountersMemory, member: number) {
    this.group = memory.group;
    this.members = memory.members;
    this.member = member;
    this.rates = ofEachRate((name) => new SharedTable(memory.rates[name], member));
    this.rooms = new SharedTable(memory.rooms, member);
    this.planned = new SharedTable(memory.planned, member);
  }

  /** Counters of a gateway that is one process. */
  static alone(): Counters {
    return new Counters(allocateCounters(1), 0);
  }

  /** Gives back all that a worker held, once it has ended. Tokens that it took stay taken: the calls have been made. */
  releaseMember(member: number): void {
    for (const table of [...Object.values(this.rates), this.rooms, this.planned]) table.releaseLock(member);
    for (const table of [this.rooms, this.planned]) {
      table.alone(() =>
        table.sweep((at) => {
          table.numbers[at + member] = 0;
          return this.sum(table, at) === 0;
        }),
      );
    }
  }

  /** Sum of a row over all workers. Called within the table's `alone`. */
  sum({ numbers }: SharedTable, at: number): number {
    let sum = 0;
    for (let member = 0; member < this.members; member++) sum += numbers[at + member] as number;
    return sum;
  }
}

function ofEachRate<T>(make: (name: RateName) => T): Record<RateName, T> {
  return Object.fromEntries(RATES.map((name) => [name, make(name)])) as Record<RateName, T>;
}

// One clock drives both in all threads; only `performance.now` begins with each thread, and makes no array.
const [seconds, nanoseconds] = process.hrtime();
const THREAD_STARTED_AT = seconds * 1e3 + nanoseconds / 1e6 - performance.now();

/** Milliseconds of a clock that is the same in all threads of a process. */
export function steadyNow(): number {
  return THREAD_STARTED_AT + performance.now();
}
