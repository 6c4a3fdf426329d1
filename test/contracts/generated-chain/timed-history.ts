import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';

/** Hash of the block, or id of the transaction. */
export type Row = readonly [height: number, id: string];

/** In the order of the chain. */
export type Rows = readonly Row[];

interface Owned {
  addresses: readonly string[];
  isNative: boolean;
}

export class TimedHistory {
  readonly blocks: Row[] = [];
  readonly revisions = new Map<string, Row[]>();
  readonly states = new Map<string, Row[]>();
  readonly movements = new Map<string, Row[]>();
  readonly nativeMovements = new Map<string, Row[]>();
  readonly registrations: Row[] = [];
  /** By height, in Unix seconds. */
  readonly times: number[] = [];
  readonly #transactions: Row[] = [];
  readonly #owned = new Map<string, Owned>();

  take({ height, hash, time, transactions }: Block): void {
    this.blocks.push([height, hex(hash)]);
    this.times.push(Number(time));
    for (const { txid, inputs, outputs } of transactions) {
      const row: Row = [height, hex(txid)];
      this.#transactions.push(row);
      const moved = inputs.flatMap(({ txid: spent, vout }) => this.#owned.get(`${hex(spent)}:${vout}`) ?? []);
      for (const { index, kind, addresses, satoshis, payloadJson } of outputs) {
        const owned = { addresses, isNative: satoshis !== 0n };
        this.#owned.set(`${row[1]}:${index}`, owned);
        moved.push(owned);
        if (kind === 'identityprimary') add(this.revisions, JSON.parse(payloadJson).identityaddress, row);
        if (kind === 'acceptednotarization') add(this.states, JSON.parse(payloadJson).currencyid, row);
      }
      if (outputs.some(({ kind }) => kind === 'identityreservation')) this.registrations.push(row);
      // Genesis's coinbase is in no history of an address.
      if (height === 0) continue;
      for (const address of addressesOf(moved)) add(this.movements, address, row);
      for (const address of addressesOf(moved.filter(({ isNative }) => isNative)))
        add(this.nativeMovements, address, row);
    }
  }

  /** As one wallet: each transaction once. */
  movementsOf(addresses: readonly string[], movements = this.movements): Rows {
    const wanted = new Set(addresses.flatMap((address) => movements.get(address) ?? []));
    return this.#transactions.filter((row) => wanted.has(row));
  }

  /** By the block's own time; -1: none. */
  heightAt(seconds: number, tip: number): number {
    return this.times.slice(0, tip + 1).findLastIndex((time) => time <= seconds);
  }

  /** The earliest of its own and those of the blocks above it (ADR 44). */
  countedTimes(tip: number): number[] {
    let earliest = Number.POSITIVE_INFINITY;
    return this.times
      .slice(0, tip + 1)
      .reverse()
      .map((time) => {
        earliest = Math.min(earliest, time);
        return earliest;
      })
      .reverse();
  }
}

function addressesOf(outputs: readonly Owned[]): Set<string> {
  return new Set(outputs.flatMap(({ addresses }) => addresses));
}

function add(histories: Map<string, Row[]>, key: string, row: Row): void {
  const rows = histories.get(key);
  if (rows === undefined) histories.set(key, [row]);
  else rows.push(row);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
