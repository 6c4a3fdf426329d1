import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { withDatabase } from '#/database-url.ts';
import { connectClient } from '#/db/connect-client.ts';
import { openPool } from '#/db/open-pool.ts';

const CHAR_OID = 18;
const TEXT_OID = 25;

export interface MigrationAdapter {
  factory: SqlMigrationAwareDriverAdapterFactory;
  /** The engine itself leaves connections to time out. */
  close(): Promise<void>;
}

/**
 * As published (7.10), Prisma's adapter cannot read the one-byte "char" columns of the catalogue, cuts a migration at every semicolon,
 * also inside a function's body, and takes the main database for the shadow one where it got a connection string.
 */
export function createMigrationAdapter(databaseUrl: string): MigrationAdapter {
  const pools = new Set<pg.Pool>();
  const connect = async (url: string): Promise<SqlDriverAdapter> => {
    const pool = openPool(url, { query_timeout: 0 });
    pools.add(pool);
    return adapt(pool, async () => {
      if (pools.delete(pool)) await pool.end();
    });
  };
  return {
    factory: {
      provider: 'postgres',
      adapterName: '@prisma/adapter-pg',
      connect: () => connect(databaseUrl),
      connectToShadowDb: () => connectToShadow(databaseUrl, connect),
    },
    close: async () => {
      await Promise.all([...pools].map((pool) => pool.end()));
      pools.clear();
    },
  };
}

async function adapt(pool: pg.Pool, dispose: () => Promise<void>): Promise<SqlDriverAdapter> {
  const adapter = await new PrismaPg(pool).connect();
  const inner = adapter as unknown as Internals;
  readCharColumns(adapter, inner);
  // In one simple query a failing migration leaves nothing behind.
  adapter.executeScript = async (script) => {
    await pool.query(script).catch((error: unknown) => inner.onError(error));
  };
  adapter.dispose = dispose;
  return adapter;
}

async function connectToShadow(
  databaseUrl: string,
  connect: (url: string) => Promise<SqlDriverAdapter>,
): Promise<SqlDriverAdapter> {
  const name = `shadow_${randomUUID()}`;
  await runOnce(databaseUrl, `CREATE DATABASE "${name}"`);
  const adapter = await connect(withDatabase(databaseUrl, name));
  const close = adapter.dispose.bind(adapter);
  adapter.dispose = async () => {
    await close();
    await runOnce(databaseUrl, `DROP DATABASE "${name}"`);
  };
  return adapter;
}

async function runOnce(databaseUrl: string, sql: string): Promise<void> {
  const client = await connectClient(databaseUrl);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

interface Internals {
  performIO(query: SqlQuery): Promise<{ fields: { dataTypeID: number }[] }>;
  onError(error: unknown): never;
}

// The adapter refuses the type before a caller can name it, so it is declared as "text" and the result is corrected.
function readCharColumns(adapter: SqlDriverAdapter, inner: Internals): void {
  const performIO = inner.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  const charColumns = new WeakMap<SqlQuery, number[]>();
  inner.performIO = async (query) => {
    const result = await performIO(query);
    const isChar = result.fields.map((field) => field.dataTypeID === CHAR_OID);
    charColumns.set(
      query,
      [...isChar.keys()].filter((column) => isChar[column]),
    );
    for (const field of result.fields) if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const column of charColumns.get(query) ?? []) result.columnTypes[column] = ColumnTypeEnum.Character;
    return result;
  };
}
