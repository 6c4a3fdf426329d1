import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { type JsonObject, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { Definition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import type { CurrencyState } from '@ledgergraph/verus-protocol/payloads/currency-state';
import type { NotarizedState } from '@ledgergraph/verus-protocol/payloads/notarization';
import type { KnownCurrency } from '#/db/known-currencies.ts';
import type { StateSource, StoredDefinition, StoredState } from '#/db/tables.ts';
import { currencyKind, isBasket } from '#/rules/currency-kind.ts';
import { fullName, searchNames } from '#/rules/full-name.ts';
import { initialState } from '#/rules/initial-state.ts';
import { launchState } from '#/rules/launch-state.ts';
import { isRootDefinition, type NativeDefinition } from '#/rules/native-definition.ts';
import { writeReserves } from '#/rules/reserves-text.ts';
import type { CurrencyChanges, OutputPlace } from './read-currency-changes.ts';

const GENESIS: OutputPlace = { height: 0, txIndex: -1, vout: -1, txid: null };

/** Keeps earlier values, so that states are numbered, names are complete, and only currencies defined here get states. */
export class CurrencyRows {
  readonly definitions: StoredDefinition[] = [];
  readonly states: StoredState[] = [];
  readonly #chainId: string;
  readonly #known: Map<string, KnownCurrency>;

  constructor(chainId: string, known: Map<string, KnownCurrency>) {
    this.#chainId = chainId;
    this.#known = known;
  }

  /** The native currency as announced at genesis. No block of a root chain defines it; block 1 of any other chain replaces this. */
  addNative({ definition, payload }: NativeDefinition): void {
    this.#addDefinition(GENESIS, definition, payload);
    if (isRootDefinition(definition)) return;
    this.#addState(GENESIS, definition.currencyId, initialState(definition), 'INITIAL', null);
  }

  addTransaction({ definitions, notarizations }: CurrencyChanges): void {
    for (const { definition, payload, ...place } of definitions) this.#addDefinition(place, definition, payload);
    for (const { own, others, notarizationHeight, ...place } of notarizations) {
      this.#addNotarized(place, own, notarizationHeight);
      for (const other of others) {
        // A system reports the states of its own currencies. Of other currencies it only repeats our own reports.
        if (this.#known.get(other.currencyId)?.systemId !== own.currencyId) continue;
        this.#addNotarized(place, other, notarizationHeight);
      }
    }
    for (const { definition, payload: _, ...place } of definitions) {
      // It has no state yet, from a notarization or an earlier definition.
      if (this.#known.get(definition.currencyId)?.ordinal !== 0) continue;
      this.#addState(place, definition.currencyId, initialState(definition), 'INITIAL', null);
    }
  }

  /** No output carries the state of a root chain's native currency, so each block makes one. */
  addIssuance(height: number, issued: bigint, supply: bigint): void {
    this.#addState(
      { height, txIndex: -1, vout: -1, txid: null },
      this.#chainId,
      {
        version: 1,
        flags: CURRENCY_STATE_FLAGS.LAUNCH_CONFIRMED,
        initialSupply: 0n,
        emitted: issued,
        supply,
        fees: null,
        conversionFees: null,
        primaryOut: null,
        preconvertedOut: null,
        reserves: [],
      },
      'ISSUANCE',
      null,
    );
  }

  #addDefinition(place: OutputPlace, definition: Definition, payload: JsonObject): void {
    const { currencyId, options, systemId } = definition;
    const parent = definition.parentId === null ? undefined : this.#known.get(definition.parentId);
    const name = fullName(definition.name, parent);
    const before = this.#known.get(currencyId);
    this.#known.set(currencyId, {
      fullyQualifiedName: name,
      isRoot: definition.parentId === null,
      systemId,
      definedHeight: place.height,
      ordinal: before?.ordinal ?? 0,
    });
    this.definitions.push({
      ...place,
      currencyId,
      fullyQualifiedName: name,
      searchNames: searchNames(name),
      kind: currencyKind(currencyId, options, this.#chainId),
      systemId,
      reserveIds: isBasket(options) ? definition.reserveWeights.map((reserve) => reserve.currencyId) : [],
      definition: stringifyLossless(payload),
    });
  }

  #addNotarized(place: OutputPlace, { currencyId, state }: NotarizedState, notarizationHeight: number): void {
    this.#addState(place, currencyId, state, 'NOTARIZATION', notarizationHeight);
  }

  #addState(
    place: OutputPlace,
    currencyId: string,
    state: CurrencyState,
    source: StateSource,
    lastNotarization: number | null,
  ): void {
    const known = this.#known.get(currencyId);
    if (known === undefined) return;
    known.ordinal += 1;
    this.states.push({
      ...place,
      currencyId,
      ordinal: known.ordinal,
      source,
      flags: state.flags,
      launchState: launchState(state.flags),
      initialSupply: state.initialSupply,
      emitted: state.emitted,
      supply: state.supply,
      fees: state.fees,
      conversionFees: state.conversionFees,
      version: state.version,
      primaryOut: state.primaryOut,
      preconvertedOut: state.preconvertedOut,
      reserves: writeReserves(state.reserves),
      lastNotarization,
    });
  }
}
