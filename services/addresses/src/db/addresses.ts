import { send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import { rowOfAddress } from './address-id.ts';
import type { AddressRegistry, UnnamedAddress } from './address-registry.ts';

interface AddressRow {
  id: number;
  address: string;
}

const ADDRESS_COLUMNS = { chain: 'smallint', id: 'integer', address: 'text', height: 'integer' };

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

export interface NewAddresses {
  rows: TableRows;
  first: number;
  last: number;
}

export function addressRows(copies: boolean, chain: number, added: readonly UnnamedAddress[]): NewAddresses {
  const rows = new TableRows('address', ADDRESS_COLUMNS, copies);
  for (const { address, height } of added) rows.add([chain, address.id, address.text, height]);
  return { rows, first: added[0]?.address.id ?? 0, last: added.at(-1)?.address.id ?? -1 };
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

/** @throws Error where an address has a row already: a hash index cannot be unique */
export async function insertAddresses(
  tx: SqlExecutor,
  chain: number,
  { rows, first, last }: NewAddresses,
): Promise<void> {
  await rows.insert(tx);
  if (last < first) return;
  await send(tx, REMOVE_TWICE_NAMED, [chain, first, last], (twice) => {
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
