import { arrayLiteral, insertRows, send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import type { ChainAddress } from './chain-address.ts';
import { hasValue, type OutputRow, type PlacedTransaction } from './output-row.ts';

const SHARER_COLUMNS = {
  chain: 'smallint',
  address_id: 'integer',
  currency_id: 'integer',
  group_id: 'integer',
  height: 'integer',
  address_ids: 'integer[]',
};

// A probe for each key, as in `listOutputs`. Sums follow one another within the batch, from the newest row before it.
const INSERT = `
INSERT INTO shared_balance (chain, group_id, currency_id, height, tx_index, balance)
SELECT $1::smallint, moved.group_id, moved.currency_id, moved.height, moved.tx_index,
       coalesce(before.balance, 0) + sum(moved.satoshis) OVER running
  FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::bigint[])
    AS moved (group_id, currency_id, height, tx_index, satoshis)
  LEFT JOIN LATERAL (
    SELECT shared.balance FROM shared_balance shared
     WHERE shared.chain = $1 AND shared.group_id = moved.group_id AND shared.currency_id = moved.currency_id
     ORDER BY shared.height DESC, shared.tx_index DESC
     LIMIT 1
  ) before ON true
WINDOW running AS (PARTITION BY moved.group_id, moved.currency_id ORDER BY moved.height, moved.tx_index)`;

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

interface Share {
  group: ChainAddress;
  currency: ChainAddress;
  place: PlacedTransaction;
  satoshis: bigint;
}

/** Changes to outputs that several addresses count. To be added in chain order. */
export class SharedChanges {
  readonly #shares = new Map<string, Share>();
  /** The first output of each group and currency. */
  readonly #first = new Map<string, { output: OutputRow; currency: ChainAddress }>();

  add(output: OutputRow, place: PlacedTransaction, sign: 1n | -1n): void {
    const { group, satoshis, tokens } = output;
    const native = output.addresses[0]?.native.currency;
    if (group === null || native === undefined) return;
    const values = satoshis === 0n ? tokens : [{ currency: native, satoshis }, ...tokens];
    for (const value of values) {
      const { currency } = value;
      const key = `${group.id} ${currency.id}`;
      if (sign > 0n && !this.#first.has(key)) this.#first.set(key, { output, currency });
      const at = `${key} ${place.height} ${place.index}`;
      const met = this.#shares.get(at) ?? { group, currency, place, satoshis: 0n };
      met.satoshis += sign * value.satoshis;
      this.#shares.set(at, met);
    }
  }

  sharers(chain: number): unknown[][] {
    return [...this.#first.values()].flatMap(({ output: { group, addresses, place }, currency }) => {
      const ids = systemFirst(addresses).map(({ id }) => id);
      return ids.slice(1).map((id) => [chain, id, currency.id, group?.id, place.height, ids]);
    });
  }

  /** In the order of the statement's parameters. */
  columns(): (number | bigint)[][] {
    const shares = [...this.#shares.values()].filter(({ satoshis }) => satoshis !== 0n);
    return [
      shares.map(({ group }) => group.id),
      shares.map(({ currency }) => currency.id),
      shares.map(({ place }) => place.height),
      shares.map(({ place }) => place.index),
      shares.map(({ satoshis }) => satoshis),
    ];
  }
}

function systemFirst(addresses: readonly ChainAddress[]): ChainAddress[] {
  const rank = ({ text }: ChainAddress) => (SYSTEM_ADDRESSES.has(text) ? 0 : 1);
  return addresses.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id);
}

/** A group that shared the currency before keeps its rows. */
export async function writeSharedChanges(tx: SqlExecutor, chain: number, changes: SharedChanges): Promise<void> {
  await insertRows(tx, 'sharer', SHARER_COLUMNS, changes.sharers(chain), 'ON CONFLICT DO NOTHING');
  const columns = changes.columns();
  if (columns[0]?.length !== 0) await send(tx, INSERT, [chain, ...columns.map(arrayLiteral)]);
}

export async function revertSharedBalances(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  for (const table of ['sharer', 'shared_balance']) {
    await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE chain = $1 AND height > $2`, chain, keepHeight);
  }
}
