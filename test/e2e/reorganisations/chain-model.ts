import type { Untyped } from '@ledgergraph/test-kit/client';

/** Computed from the node's blocks alone. */
export interface ExpectedState {
  height: number;
  hash: string;
  /** In satoshis, of the chain's own currency. */
  supply: string;
  addresses: Record<string, { satoshis: string; lastTxid: string | null; lastBlockHash: string | null }>;
  /** null before the registration. */
  identities: Record<string, { txid: string; version: number } | null>;
  /** Transaction of the latest state. */
  currencies: Record<string, { txid: string } | null>;
}

export interface Watched {
  addresses: readonly string[];
  identities: readonly string[];
  currencies: readonly string[];
}

interface Output {
  satoshis: bigint;
  addresses: string[];
}

export class ChainModel {
  readonly watched: Watched;
  readonly #states = new Map<string, ExpectedState>();
  readonly #parents = new Map<string, string | null>();
  readonly #outputs = new Map<string, Output>();

  /** @param blocks getblock 2 of every block, orphaned ones too; parents before their children */
  constructor(blocks: readonly Untyped[], watched: Watched) {
    this.watched = watched;
    for (const block of blocks) this.#add(block);
  }

  at(hash: string): ExpectedState {
    const state = this.#states.get(hash);
    if (state === undefined) throw new Error(`the recording has no block ${hash}`);
    return state;
  }

  findFork(oldTip: string, newTip: string): { forkHeight: number; depth: number } {
    const kept = new Set(this.#chainOf(newTip));
    let depth = 0;
    for (const hash of this.#chainOf(oldTip)) {
      if (kept.has(hash)) return { forkHeight: this.at(hash).height, depth };
      depth += 1;
    }
    throw new Error('two tips of one recording share at least genesis');
  }

  *#chainOf(tip: string): Generator<string> {
    for (let hash: string | null = tip; hash !== null; hash = this.#parents.get(hash) ?? null) yield hash;
  }

  #add(block: Untyped): void {
    const parent: string | null = block.previousblockhash ?? null;
    const before = parent === null ? undefined : this.at(parent);
    const { addresses, identities, currencies } = this.watched;
    const state: ExpectedState = {
      height: block.height,
      hash: block.hash,
      supply: before?.supply ?? '0',
      addresses: fill(addresses, (id) => before?.addresses[id] ?? NEVER_USED),
      identities: fill(identities, (id) => before?.identities[id] ?? null),
      currencies: fill(currencies, (id) => before?.currencies[id] ?? null),
    };
    // The coinbase of genesis cannot be spent and is in no index.
    if (block.height > 0) for (const transaction of block.tx) this.#addTransaction(state, transaction);
    this.#parents.set(block.hash, parent);
    this.#states.set(block.hash, state);
  }

  #addTransaction(state: ExpectedState, transaction: Untyped): void {
    let issued = -BigInt(transaction.valueBalanceZat ?? 0);
    const move = ({ satoshis, addresses }: Output, sign: 1n | -1n): void => {
      issued += sign * satoshis;
      for (const address of addresses) {
        const known = state.addresses[address];
        if (known === undefined) continue;
        const after = BigInt(known.satoshis) + sign * satoshis;
        state.addresses[address] = {
          satoshis: after.toString(),
          lastTxid: transaction.txid,
          lastBlockHash: state.hash,
        };
      }
    };
    for (const input of transaction.vin) {
      if (input.coinbase === undefined) move(this.#output(`${input.txid}:${input.vout}`), -1n);
    }
    for (const { n, valueSat, scriptPubKey } of transaction.vout) {
      const output = { satoshis: BigInt(valueSat), addresses: [...new Set<string>(scriptPubKey.addresses ?? [])] };
      this.#outputs.set(`${transaction.txid}:${n}`, output);
      move(output, 1n);
      const identity = scriptPubKey.identityprimary?.identityaddress;
      if (identity in state.identities) {
        const version = (state.identities[identity]?.version ?? 0) + 1;
        state.identities[identity] = { txid: transaction.txid, version };
      }
      const currency = scriptPubKey.acceptednotarization?.currencyid;
      if (currency in state.currencies) state.currencies[currency] = { txid: transaction.txid };
    }
    state.supply = (BigInt(state.supply) + issued).toString();
  }

  #output(place: string): Output {
    const output = this.#outputs.get(place);
    if (output === undefined) throw new Error(`output ${place} is spent before it is made`);
    return output;
  }
}

const NEVER_USED = { satoshis: '0', lastTxid: null, lastBlockHash: null };

function fill<Value>(ids: readonly string[], value: (id: string) => Value): Record<string, Value> {
  return Object.fromEntries(ids.map((id) => [id, value(id)]));
}

export function findWatched(
  blocks: readonly Untyped[],
  fromHeight: number,
  toHeight: number,
  addressesMax = 8,
): Watched {
  const uses = new Map<string, number>();
  const identities = new Set<string>();
  const currencies = new Set<string>();
  for (const block of blocks.filter(({ height }) => height >= fromHeight && height <= toHeight)) {
    const outputs = block.tx.flatMap((transaction: Untyped) => transaction.vout);
    const used = new Set<string>(outputs.flatMap((output: Untyped) => output.scriptPubKey.addresses ?? []));
    for (const address of used) uses.set(address, (uses.get(address) ?? 0) + 1);
    for (const { scriptPubKey } of outputs) {
      if (scriptPubKey.identityprimary !== undefined) identities.add(scriptPubKey.identityprimary.identityaddress);
      if (scriptPubKey.acceptednotarization !== undefined) currencies.add(scriptPubKey.acceptednotarization.currencyid);
    }
  }
  const addresses = [...uses].sort(([, a], [, b]) => b - a).map(([address]) => address);
  return { addresses: addresses.slice(0, addressesMax), identities: [...identities], currencies: [...currencies] };
}
