import type { FlowTransfer } from '#/db/flow-tables.ts';
import {
  type ContributorRow,
  contributorKey,
  type GatheredRow,
  type KnownLaunch,
  type LaunchRow,
  placeKey,
  type StatusRow,
  type TotalRow,
} from '#/db/launch-tables.ts';
import { isAccepted, type LaunchTerms, type LaunchTotal, netOf } from '#/launches/launch.ts';
import { launchStatus } from '#/launches/launch-status.ts';
import type { Position } from './flow-rows.ts';

export interface LaunchRows {
  launches: LaunchRow[];
  statuses: StatusRow[];
  totals: TotalRow[];
  contributors: ContributorRow[];
  gathered: GatheredRow[];
}

interface Event {
  currencyId: string;
  at: Position;
}

export type LaunchEvent = Event &
  (
    | { type: 'ANNOUNCED'; terms: LaunchTerms }
    | { type: 'STATE'; flags: number; prices: ReadonlyMap<string, bigint> }
    | { type: 'MADE' | 'GATHERED' | 'SETTLED'; contribution: FlowTransfer }
    | { type: 'CARVE_OUT'; reserveId: string; amount: bigint }
  );

export class LaunchBatch {
  readonly #known: Map<string, KnownLaunch>;
  readonly #contributors: Set<string>;
  readonly #gatheredBefore: Map<string, boolean>;
  readonly #launches: LaunchRow[] = [];
  readonly #statuses: StatusRow[] = [];
  readonly #totals = new Map<string, TotalRow>();
  readonly #newContributors: ContributorRow[] = [];
  readonly #gathered: GatheredRow[] = [];

  /** @param contributors by `contributorKey` @param gathered by `placeKey`: whether they count as accepted */
  constructor(known: Map<string, KnownLaunch>, contributors: Set<string>, gathered: Map<string, boolean>) {
    this.#known = known;
    this.#contributors = contributors;
    this.#gatheredBefore = gathered;
  }

  apply(event: LaunchEvent): void {
    if (event.type === 'ANNOUNCED') this.#announce(event, event.terms);
    const launch = this.#known.get(event.currencyId);
    // Currencies that came from another chain have states and contributions, too.
    if (launch === undefined) return;
    if (event.type === 'STATE') this.#setStatus(launch, event, event.flags, event.prices);
    if (event.type === 'MADE') this.#count(launch, event, event.contribution.destination);
    if (event.type === 'GATHERED') this.#gather(launch, event, event.contribution);
    if (event.type === 'SETTLED') this.#settle(launch, event, event.contribution);
    if (event.type === 'CARVE_OUT') this.#add(launch, event, event.reserveId, { carveOut: event.amount });
  }

  rows(): LaunchRows {
    return {
      launches: this.#launches,
      statuses: this.#statuses,
      totals: [...this.#totals.values()],
      contributors: this.#newContributors,
      gathered: this.#gathered,
    };
  }

  #announce({ currencyId, at: { height, txIndex, vout } }: Event, terms: LaunchTerms): void {
    if (this.#known.has(currencyId)) return;
    this.#known.set(currencyId, { terms, status: 'PRELAUNCH', prices: null, totals: new Map(), contributors: 0 });
    this.#launches.push({
      currencyId,
      height,
      txIndex,
      vout,
      startBlock: terms.startBlock,
      reserveIds: terms.reserves.map((reserve) => reserve.currencyId),
      minimums: terms.reserves.map(({ minimum }) => minimum),
      maximums: terms.reserves.flatMap(({ maximum }) => maximum ?? []),
      preallocatedTo: terms.preallocations.map(({ address }) => address),
      preallocated: terms.preallocations.map(({ amount }) => amount),
    });
    this.#statuses.push({ currencyId, height, txIndex, vout, status: 'PRELAUNCH', prices: null });
  }

  #setStatus(
    launch: KnownLaunch,
    { currencyId, at: { height, txIndex, vout } }: Event,
    flags: number,
    printed: ReadonlyMap<string, bigint>,
  ): void {
    const status = launchStatus(flags);
    // States of a running currency do not belong to its launch.
    if (status === launch.status || launch.status === 'COMPLETE') return;
    launch.status = status;
    if (status === 'LAUNCHED') launch.prices = launch.terms.reserves.map((term) => printed.get(term.currencyId) ?? 0n);
    this.#statuses.push({ currencyId, height, txIndex, vout, status, prices: launch.prices });
  }

  #count(launch: KnownLaunch, { currencyId, at: { height } }: Event, address: string): void {
    const key = contributorKey({ currencyId, address });
    if (address === '' || this.#contributors.has(key)) return;
    this.#contributors.add(key);
    launch.contributors += 1;
    this.#newContributors.push({ currencyId, address, height, ordinal: launch.contributors });
  }

  #gather(launch: KnownLaunch, event: Event, contribution: FlowTransfer): void {
    const { height, txIndex, vout, fromId, amount } = contribution;
    const maximum = launch.terms.reserves.find(({ currencyId }) => currencyId === fromId)?.maximum ?? null;
    const counts = isAccepted(amount, launch.totals.get(fromId)?.accepted ?? 0n, maximum);
    this.#gathered.push({ height, txIndex, vout, gatheredHeight: event.at.height, isAccepted: counts });
    this.#gatheredBefore.set(placeKey({ height, txIndex, vout }), counts);
    if (counts) this.#add(launch, event, fromId, { accepted: netOf(amount) });
  }

  /** The import has the last word about a contribution. */
  #settle(launch: KnownLaunch, event: Event, contribution: FlowTransfer): void {
    const { fromId, amount, state } = contribution;
    const counted = this.#gatheredBefore.get(placeKey(contribution)) ?? false;
    if (state === 'REFUNDED')
      this.#add(launch, event, fromId, { refunded: amount, accepted: counted ? -netOf(amount) : 0n });
    else if (!counted) this.#add(launch, event, fromId, { accepted: netOf(amount) });
  }

  #add(
    launch: KnownLaunch,
    { currencyId, at: { height } }: Event,
    reserveId: string,
    added: Partial<LaunchTotal>,
  ): void {
    const before = launch.totals.get(reserveId) ?? { accepted: 0n, refunded: 0n, carveOut: 0n };
    const total = {
      accepted: before.accepted + (added.accepted ?? 0n),
      refunded: before.refunded + (added.refunded ?? 0n),
      carveOut: before.carveOut + (added.carveOut ?? 0n),
    };
    launch.totals.set(reserveId, total);
    this.#totals.set(`${currencyId} ${reserveId} ${height}`, { ...total, currencyId, reserveId, height });
  }
}
