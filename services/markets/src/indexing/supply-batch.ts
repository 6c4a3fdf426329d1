import { IMPORT_FLAGS } from '@ledgergraph/verus-protocol/payloads/cross-chain-import';
import type { ExportRow, FlowTransfer, ImportRow } from '#/db/flow-tables.ts';
import type { SystemRow } from '#/db/supply-tables.ts';
import type { BasketState } from '#/flows/basket-state.ts';
import { conversionFeeOf } from '#/flows/formulas.ts';
import { changesOf, isBasket, type PaidTransfer } from '#/supply/import-changes.ts';
import type { SupplyChange, SupplyEvent } from '#/supply/supply-event.ts';
import type { Systems } from '#/supply/systems.ts';
import { type FlowRows, importOf } from './flow-rows.ts';

export interface KnownSupply {
  /** Includes the systems above those of currencies. */
  systems: Systems;
  supplies: Map<string, bigint>;
}

export interface SupplyRows {
  systems: SystemRow[];
  events: SupplyEvent[];
  /** Imports whose changes do not add up to the supply of their state. */
  violations: number;
}

type Place = Pick<SupplyEvent, 'height' | 'txIndex' | 'vout' | 'txid'>;

export class SupplyBatch {
  readonly #chainId: string;
  readonly #known: KnownSupply;
  readonly #flows: IndexedFlows;
  readonly #rows: SupplyRows = { systems: [], events: [], violations: 0 };

  constructor(chainId: string, known: KnownSupply, flows: IndexedFlows) {
    this.#chainId = chainId;
    this.#known = known;
    this.#flows = flows;
  }

  define(row: SystemRow): void {
    if (this.#known.systems.has(row.currencyId)) return;
    this.#known.systems.add(row);
    this.#rows.systems.push(row);
  }

  /** Currencies of other systems: those that imports of the first block bring, and the reserves of later ones. */
  issue(place: Place, amounts: ReadonlyMap<string, bigint>): void {
    for (const [currencyId, amount] of amounts) this.#cross(place, currencyId, 'IMPORT', amount);
  }

  export(row: ExportRow): void {
    for (const [currencyId, amount] of row.burned) this.#cross(row, currencyId, 'EXPORT', -amount);
  }

  import(row: ImportRow): void {
    const transfers = this.#flows.transfersOf(row);
    if (row.sourceSystemId !== this.#chainId && row.txIndex !== 0) {
      for (const [currencyId, amount] of row.valueIn) {
        if (!this.#known.systems.areMinted(currencyId, row.sourceSystemId, this.#chainId)) continue;
        this.#cross(row, currencyId, 'IMPORT', amount - issuedBefore(currencyId, transfers));
      }
    }
    const state = this.#flows.stateOf(row);
    if (state !== undefined && this.#isOwn(row.currencyId)) this.#settle(row, state, transfers);
  }

  rows(): SupplyRows {
    return this.#rows;
  }

  #isOwn(currencyId: string): boolean {
    return currencyId === this.#chainId || this.#known.systems.systemOf(currencyId) === this.#chainId;
  }

  #cross(place: Place, currencyId: string, kind: 'IMPORT' | 'EXPORT', amount: bigint): void {
    const isForeign = this.#known.systems.has(currencyId) && !this.#isOwn(currencyId);
    if (isForeign && amount !== 0n) this.#add(place, currencyId, [{ kind, amount }], null);
  }

  #settle(row: ImportRow, state: BasketState, transfers: readonly FlowTransfer[]): void {
    const { currencyId, flags } = row;
    const isInitialLaunch = (flags & IMPORT_FLAGS.INITIAL_LAUNCH) !== 0;
    // A definition prints a preview, and no state counts native coins.
    if ((flags & IMPORT_FLAGS.DEFINITION) !== 0 || (currencyId === this.#chainId && !isInitialLaunch)) return;
    const payouts = this.#flows.payoutsOf(row).filter((payout) => payout.currencyId === currencyId);
    const paid = transfers.map((transfer): PaidTransfer => {
      const units = payouts.filter(({ ordinal }) => ordinal === transfer.importOrdinal);
      const isRefunded = transfer.state === 'REFUNDED';
      return { transfer, isRefunded, units: units.reduce((sum, { amount }) => sum + amount, 0n) };
    });
    const preallocations = payouts.filter(({ role }) => role === 'PREALLOCATION').map(({ amount }) => amount);
    const changes = changesOf({ currencyId, state, isInitialLaunch, preallocations, transfers: paid });
    const isLaunched = !isInitialLaunch || currencyId === this.#chainId || launchesExpected(changes, state);
    this.#add(row, currencyId, changes, state.supply, isLaunched);
  }

  /** @param printed supply after the last change; null if the changes alone decide */
  #add(place: Place, currencyId: string, changes: readonly SupplyChange[], printed: bigint | null, fits = true): void {
    const before = this.#known.supplies.get(currencyId) ?? 0n;
    const after = changes.reduce((sum, { amount }) => sum + amount, before);
    const followsRules = fits && (printed === null || printed === after);
    if (!followsRules) this.#rows.violations += 1;
    const { height, txIndex, vout, txid } = place;
    let supply = before;
    for (const [ordinal, change] of changes.entries()) {
      supply = ordinal === changes.length - 1 ? (printed ?? after) : supply + change.amount;
      this.#rows.events.push({ ...change, currencyId, height, txIndex, vout, ordinal, txid, supply, followsRules });
    }
    if (changes.length > 0) this.#known.supplies.set(currencyId, supply);
  }
}

export class IndexedFlows {
  readonly #transfers: Map<string, FlowTransfer[]>;
  readonly #payouts: Map<string, FlowRows['payouts']>;
  readonly #states: Map<string, BasketState>;

  constructor({ settled, payouts, states }: FlowRows) {
    this.#transfers = Map.groupBy(settled, (one) => placeKey(importOf(one) ?? one));
    this.#payouts = Map.groupBy(payouts, (one) => placeKey({ ...one, vout: one.importVout }));
    this.#states = new Map(states.map((state) => [placeKey(state), state]));
  }

  transfersOf(row: ImportRow): FlowTransfer[] {
    return this.#transfers.get(placeKey(row)) ?? [];
  }

  payoutsOf(row: ImportRow): FlowRows['payouts'] {
    return this.#payouts.get(placeKey(row)) ?? [];
  }

  stateOf({ height, txIndex, stateVout }: ImportRow): BasketState | undefined {
    return stateVout === null ? undefined : this.#states.get(placeKey({ height, txIndex, vout: stateVout }));
  }
}

function placeKey({ height, txIndex, vout }: { height: number; txIndex: number; vout: number }): string {
  return `${height} ${txIndex} ${vout}`;
}

/** Contributions to the converter of a new chain stand in its first block before imports repeat them. */
function issuedBefore(currencyId: string, transfers: readonly FlowTransfer[]): bigint {
  return transfers.reduce((sum, transfer) => {
    const isTaken = transfer.kind === 'CONTRIBUTION' && transfer.state === 'SETTLED' && transfer.fromId === currencyId;
    return isTaken ? sum + transfer.amount - conversionFeeOf(transfer) : sum;
  }, 0n);
}

/** A launch gives a basket its initial supply, and a token only preallocations. */
function launchesExpected(changes: readonly SupplyChange[], state: BasketState): boolean {
  const given = changes.find(({ kind }) => kind === 'LAUNCH')?.amount ?? 0n;
  return given === (isBasket(state) && state.supply !== 0n ? state.initialSupply : 0n);
}
