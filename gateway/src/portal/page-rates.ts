import { Rates } from '@ledgergraph/service-kit/limits/rates';

/** Requests that one network has passed on: a page asks for some dozens at once, and many people may share an address. */
const NETWORK = { perSecond: 50, sizeMax: 500 };
/** Requests of all networks: to pass one on takes a part of a millisecond, and the API is to keep most of the processor. */
const ALL = { perSecond: 500, sizeMax: 2_000 };
/** The last quarter is for networks that have not asked lately. */
const SPARE = ALL.sizeMax / 4;
const ALL_ID = 'all';
const ALL_TEAMS_ID = 'all teams';
/** Requests of a team, whose keys have limits of their own behind the portal: an export or feed that is refused there is work here, too. */
const TEAM = { perSecond: 200, sizeMax: 400 };
const ALL_TEAMS = { perSecond: 1_000, sizeMax: 4_000 };

/** Bounds the work that a gateway does for what is not the API, whoever asks. */
export class PageRates {
  readonly #networks: Rates;
  /** Apart, so that no number of networks pushes it out. */
  readonly #all: Rates;
  readonly #teams: Rates;

  /** @param now milliseconds of a steady clock */
  constructor(now?: () => number) {
    this.#networks = new Rates(now);
    this.#all = new Rates(now);
    this.#teams = new Rates(now);
  }

  /** Takes a request that shows a key which works: strangers keep no team out. @returns as `take` */
  takeOfTeam(teamId: string): 'holder' | 'all' | undefined {
    if (this.#teams.take([{ id: teamId, rate: TEAM }]) !== undefined) return 'holder';
    if (this.#all.take([{ id: ALL_TEAMS_ID, rate: ALL_TEAMS }]) === undefined) return undefined;
    this.#teams.giveBack([teamId]);
    return 'all';
  }

  /** Takes a request of a stranger. @returns undefined where the request may pass; else who asks too much: `holder`, the network, or `all` together */
  take(network: string): 'holder' | 'all' | undefined {
    const spare = this.#networks.isFull(network) ? 0 : SPARE;
    if (this.#networks.take([{ id: network, rate: NETWORK }]) !== undefined) return 'holder';
    if (this.#all.take([{ id: ALL_ID, rate: ALL, spare }]) === undefined) return undefined;
    this.#networks.giveBack([network]);
    return 'all';
  }
}
