import { Rates } from '@ledgergraph/service-kit/limits/rates';
import { type Rate, times } from '@ledgergraph/service-kit/limits/token-bucket';
import type { KnownKey } from '#/auth/key-answer.ts';

/** For one network: a page asks for some dozens at once, and many people may share an address. */
const NETWORK = { perSecond: 50, sizeMax: 500 };
/** For all networks: passing one on takes part of a millisecond, and the API is to keep most of the processor. */
const ALL = { perSecond: 500, sizeMax: 2_000 };
/** The last quarter is for networks that have not asked lately. */
const SPARE = ALL.sizeMax / 4;
const ALL_ID = 'all';
const ALL_TEAMS_ID = 'all teams';
/** A refused export or feed is work here too, beside the limits behind the portal. */
const TEAM = { perSecond: 200, sizeMax: 400 };
/** Each call of /rpc is a request here: the plan may allow more of them. One team leaves half of the work to others. */
const TEAM_MAX = { perSecond: 500, sizeMax: 1_000 };
const ALL_TEAMS = { perSecond: 1_000, sizeMax: 4_000 };

/** Bounds the gateway's work for what is not the API. */
export class PageRates {
  readonly #networks: Rates;
  /** Apart, so that no number of networks pushes it out. */
  readonly #all: Rates;
  readonly #teams: Rates;

  constructor(now?: () => number) {
    this.#networks = new Rates(now);
    this.#all = new Rates(now);
    this.#teams = new Rates(now);
  }

  /** For a request with a key that works: strangers keep no team out. @returns as `take` */
  takeOfTeam({ teamId, plan }: Pick<KnownKey, 'teamId' | 'plan'>): 'holder' | 'all' | undefined {
    if (this.#teams.take([{ id: teamId, rate: rateOf(plan) }]) !== undefined) return 'holder';
    if (this.#all.take([{ id: ALL_TEAMS_ID, rate: ALL_TEAMS }]) === undefined) return undefined;
    this.#teams.giveBack([teamId]);
    return 'all';
  }

  /** For a stranger. @returns undefined where the request may pass; else who asks too much */
  take(network: string): 'holder' | 'all' | undefined {
    const spare = this.#networks.isFull(network) ? 0 : SPARE;
    if (this.#networks.take([{ id: network, rate: NETWORK }]) !== undefined) return 'holder';
    if (this.#all.take([{ id: ALL_ID, rate: ALL, spare }]) === undefined) return undefined;
    this.#networks.giveBack([network]);
    return 'all';
  }
}

function rateOf({ callsPerSecond }: KnownKey['plan']): Rate {
  if (callsPerSecond === null || callsPerSecond >= TEAM_MAX.perSecond) return TEAM_MAX;
  return callsPerSecond <= TEAM.perSecond ? TEAM : times(TEAM, callsPerSecond / TEAM.perSecond);
}
