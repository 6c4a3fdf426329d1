import type { Bus } from '@ledgergraph/event-bus/bus';
import { Pace, type PaceLimits } from '@ledgergraph/event-bus/pace';
import { KeyChangedSchema, TeamChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { cacheId } from './key-cache.ts';

/** Pace of forgetting what has changed. In a flood a change shows after a tenth of a second. */
export const CHANGES: PaceLimits = { perSecond: 10, burst: 10 };
/** Teams that are remembered until they are forgotten together; more are as good as all. */
const TEAMS_MAX = 1_000;
/** Bytes of a hash, and characters of a team's id: accounts has no longer ones. */
const NAME_MAX = 100;

/** Keys and teams that have changed. */
export interface Changed {
  keys: ReadonlySet<string>;
  /** True if a team has changed. */
  teams: boolean;
  isTeamChanged(teamId: string): boolean;
}

export interface KeyChangesOptions {
  bus: Bus;
  /** True if something is known of a key, or being asked. A change of another key changes nothing here. */
  isKnown: (id: string) => boolean;
  /** Forgets what has changed. What is used next is looked up again. */
  onChanged: (changed: Changed) => void;
}

/**
 * Hears of changed keys and teams, and has them forgotten: at once, or together where many come. So a flood of events, true
 * ones or not, causes at most ten look-ups of a key in a second.
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
