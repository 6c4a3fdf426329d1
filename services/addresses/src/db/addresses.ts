import { send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import { rowOfAddress } from './address-id.ts';
import type { AddressRegistry, UnnamedAddress } from './address-registry.ts';

interface AddressRow {
  id: number;
  address: string;
}

export const addresses = describeTable('address', { id: 'integer', address: 'text', height: 'integer' });

/** Ids have no gaps, even after a revert, because only the one writer of a chain gives them. @param next the first free id, if known */
export async function nameAddresses(
  db: SqlExecutor,
  registry: AddressRegistry,
  next?: number,
): Promise<UnnamedAddress[]> {
  const unnamed = registry.unnamed.filter(({ address }) => !address.isNamed);
  if (unnamed.length === 0) return [];
  const texts = unnamed.map(({ address }) => address.text);
  for (const { id, address } of await findIds(db, registry.chain, texts)) registry.learn(id, address);
  const added = unnamed.filter(({ address }) => !address.isNamed);
  if (added.length === 0) return [];
  let id = next ?? (await findNextId(db, registry.chain));
  for (const { address } of added) {
    registry.name(address, id);
    address.isWhole = true;
    id += 1;
  }
  return added;
}

// It deletes the other row of each text that has two, so the number of changed rows counts such texts.
const REMOVE_TWICE_NAMED = `
  DELETE FROM address
   USING generate_series($2::integer, $3::integer) AS wanted (id)
   CROSS JOIN LATERAL (SELECT address FROM address WHERE chain = $1 AND id = wanted.id LIMIT 1) added
   CROSS JOIN LATERAL (
     SELECT named.place FROM (SELECT *, ctid AS place FROM address WHERE address.address = added.address OFFSET 0) named
      WHERE named.chain = $1 AND named.id <> wanted.id
      LIMIT 1
   ) other
   WHERE address.ctid = other.place`;

export function listNewRows(added: readonly UnnamedAddress[]): RowOf<typeof addresses>[] {
  return added.map(({ address, height }) => ({ id: address.id, address: address.text, height }));
}

/** @throws Error where an address has a row already: a hash index cannot be unique */
export async function insertAddresses(
  tx: SqlExecutor,
  chain: number,
  rows: readonly RowOf<typeof addresses>[],
): Promise<void> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return;
  await addresses.insert(tx, chain, rows);
  await send(tx, REMOVE_TWICE_NAMED, [chain, first.id, last.id], (twice) => {
    if (twice > 0) throw new Error(`${twice} of the new addresses have a row already`);
  });
}

export async function learnAddresses(
  tx: SqlExecutor,
  registry: AddressRegistry,
  wanted: Iterable<number>,
): Promise<void> {
  const missing = [...new Set(wanted)].filter((id) => !registry.hasId(id));
  if (missing.length === 0) return;
  const rows = await tx.$queryRawUnsafe<AddressRow[]>(
    `SELECT found.id, found.address
       FROM unnest($2::integer[]) AS wanted (id)
      CROSS JOIN LATERAL (SELECT id, address FROM address WHERE chain = $1 AND id = wanted.id LIMIT 1) found`,
    registry.chain,
    missing,
  );
  for (const { id, address } of rows) registry.learn(id, address);
}

/** Ids rise with the height, so the addresses to forget have the last ones. */
export async function revertAddresses(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM address
      WHERE chain = $1
        AND id > coalesce((SELECT id FROM address WHERE chain = $1 AND height <= $2 ORDER BY id DESC LIMIT 1), 0)`,
    chain,
    keepHeight,
  );
}

async function findIds(tx: SqlExecutor, chain: number, addresses: readonly string[]): Promise<AddressRow[]> {
  return tx.$queryRawUnsafe<AddressRow[]>(
    `SELECT found.id, found.address
       FROM unnest($2::text[]) AS wanted (address)
      CROSS JOIN LATERAL (${rowOfAddress('$1', 'wanted.address')}) found`,
    chain,
    addresses,
  );
}

async function findNextId(tx: SqlExecutor, chain: number): Promise<number> {
  const rows = await tx.$queryRawUnsafe<{ id: number }[]>(
    'SELECT id FROM address WHERE chain = $1 ORDER BY id DESC LIMIT 1',
    chain,
  );
  return (rows[0]?.id ?? 0) + 1;
}
