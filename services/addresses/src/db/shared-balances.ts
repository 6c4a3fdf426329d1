import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import type { ChainAddress } from './chain-address.ts';
import { hasValue, type OutputRow, type PlacedTransaction } from './output-row.ts';
import { RunningSums, SumChanges } from './running-sums.ts';

/** A group that shared the currency before keeps its rows. */
export const sharers = describeTable(
  'sharer',
  {
    addressId: 'integer',
    currencyId: 'integer',
    groupId: 'integer',
    height: 'integer',
    addressIds: 'integer[]',
  },
  { keepsFirst: true },
);

export const sharedBalances = describeTable('shared_balance', {
  groupId: 'integer',
  currencyId: 'integer',
  height: 'integer',
  txIndex: 'integer',
  balance: 'bigint',
});

export const sharedSums = new RunningSums(sharedBalances, { key: 2, place: 2 });

/**
 * Stands for the addresses of an output that several of them count. No address has a text of this form, so the group can share their ids.
 * @param at the address of a text, new or known
 */
export function findGroup(
  output: Pick<OutputRow, 'addresses' | 'satoshis' | 'tokens'>,
  at: (text: string) => ChainAddress,
): ChainAddress | null {
  if (output.addresses.length < 2 || !hasValue(output)) return null;
  const texts = output.addresses.map(({ text }) => text);
  return at(texts.sort().join(' '));
}

/** Outputs that several addresses count. To be moved in chain order. */
export class SharedChanges extends SumChanges {
  /** Rows by group and currency, made of the first output that has both. */
  readonly #sharers = new Map<string, RowOf<typeof sharers>[]>();

  get sharers(): RowOf<typeof sharers>[] {
    return [...this.#sharers.values()].flat();
  }

  move(output: OutputRow, { height, index }: PlacedTransaction, sign: 1n | -1n): void {
    const { addresses, group, satoshis, tokens } = output;
    const native = addresses[0]?.native.currency;
    if (group === null || native === undefined) return;
    for (const value of satoshis === 0n ? tokens : [{ currency: native, satoshis }, ...tokens]) {
      const currencyId = value.currency.id;
      this.add([group.id, currencyId, height, index], [sign * value.satoshis]);
      const key = `${group.id} ${currencyId}`;
      if (sign < 0n || this.#sharers.has(key)) continue;
      const addressIds = systemFirst(addresses).map(({ id }) => id);
      const rows = addressIds.slice(1).map((addressId) => {
        return { addressId, currencyId, groupId: group.id, height, addressIds };
      });
      this.#sharers.set(key, rows);
    }
  }
}

function systemFirst(addresses: readonly ChainAddress[]): ChainAddress[] {
  const rank = ({ text }: ChainAddress) => (SYSTEM_ADDRESSES.has(text) ? 0 : 1);
  return addresses.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id);
}
