import type { Bus } from '@ledgergraph/event-bus/bus';
import { Pace, type PaceLimits } from '@ledgergraph/event-bus/pace';
import { KeyChangedSchema, TeamChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { cacheId } from './key-cache.ts';

/** In a flood a change takes effect after a tenth of a second. */
export const CHANGES: PaceLimits = { perSecond: 10, burst: 10 };
/** Remembered until they are forgotten together; above this all are. */
const TEAMS_MAX = 1_000;
/** Longest hash or team id of accounts. */
const NAME_MAX = 100;

export interface Changed {
  keys: ReadonlySet<string>;
  teams: boolean;
  isTeamChanged(teamId: string): boolean;
}

export interface KeyChangesOptions {
  bus: Bus;
  /** A change of a key that is neither known nor being asked for changes nothing. */
  isKnown: (id: string) => boolean;
  onChanged: (changed: Changed) => void;
}

/**
 * Forgets changed keys and teams: at once, or together where many changes come. A flood of events causes at most ten look-ups of a key
 * in a second.
 */
export class KeyChanges {
  readonly #options: KeyChangesOptions;
  readonly #pace = new Pace(() => this.#flush(), CHANGES);
  #keys = new Set<string>();
  #teams = new Set<string>();
  #unsubscribe: (() => void)[] = [];

  constructor(options: KeyChangesOptions) {
    this.#options = options;
  }

  start(): void {
    const { bus, isKnown } = this.#options;
    this.#unsubscribe = [
      bus.subscribe(SUBJECTS.keyChanged, KeyChangedSchema, ({ keyHash }) => {
        if (keyHash.length > NAME_MAX) return;
        const id = cacheId(keyHash);
        if (!isKnown(id)) return;
        this.#keys.add(id);
        this.#pace.ring();
      }),
      bus.subscribe(SUBJECTS.teamChanged, TeamChangedSchema, ({ teamId }) => {
        if (teamId.length > NAME_MAX) return;
        if (this.#teams.size <= TEAMS_MAX) this.#teams.add(teamId);
        this.#pace.ring();
      }),
    ];
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#pace.stop();
  }

  #flush(): void {
    const [keys, teams] = [this.#keys, this.#teams];
    this.#keys = new Set();
    this.#teams = new Set();
    const isTeamChanged = (teamId: string): boolean => teams.size > TEAMS_MAX || teams.has(teamId);
    this.#options.onChanged({ keys, teams: teams.size > 0, isTeamChanged });
  }
}
