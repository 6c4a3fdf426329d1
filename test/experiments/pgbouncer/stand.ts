import { randomBytes } from 'node:crypto';
import { inRepository } from '@ledgergraph/local/repository';
import { openPool } from '@ledgergraph/service-kit/db/open-pool';
import { poolSettings, SERVING } from '@ledgergraph/service-kit/db/pool-settings';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { type OwnServer, ReplicatedServer } from '@ledgergraph/test-kit/replicated-server';
import type { GrowingChain } from '../../bench/replicas/growing-chain.ts';
import { startBouncer } from './bouncer.ts';

export const DATABASE = 'addresses';
/** Owns the tables: for indexer and migrations. */
const OWNER = 'addresses';
/** As docs/operating.md makes it. */
const API = 'addresses_api';
const API_SETTINGS = ["timezone = 'UTC'", "statement_timeout = '30s'", 'jit = off'];
/** The servers have these, which the apis' login must not take over. */
const FOREIGN_SETTINGS = { timezone: 'Asia/Kolkata' };
/** Seconds, since a busy machine connects slowly. */
const PATIENCE = '?connect_timeout=60';

/** Two replicas and two chains, each server behind a PgBouncer of its own. */
export interface PoolingStand {
  servers: ReplicatedServer;
  direct: readonly string[];
  /** For apis; the primary's come first. */
  pooled: readonly string[];
}

/** @param chains get their first blocks @param hasSettings false: the apis' login has no settings, which is wrong */
export async function openStand(
  chains: readonly GrowingChain[],
  blocks: number,
  hasSettings: boolean,
  cleanup: AsyncDisposableStack,
): Promise<PoolingStand> {
  const password = randomBytes(12).toString('hex');
  const directTo = (server: OwnServer): string => as(server, OWNER, password);
  for (const chain of chains) cleanup.defer(() => chain.close());
  const servers = await ReplicatedServer.start(
    async (primary) => {
      await primary.query(`CREATE ROLE ${OWNER} LOGIN PASSWORD '${password}'`);
      await primary.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
      await primary.query(`CREATE ROLE ${API} LOGIN PASSWORD '${password}' IN ROLE ${OWNER}`);
      for (const setting of hasSettings ? API_SETTINGS : []) await primary.query(`ALTER ROLE ${API} SET ${setting}`);
      const migrationsDir = inRepository('services', 'addresses', 'prisma', 'migrations');
      await applyMigrations({ databaseUrl: directTo(primary), migrationsDir });
      for (const chain of chains) {
        await chain.openAt(directTo(primary));
        await chain.grow(blocks);
        await chain.close();
      }
      await primary.query('VACUUM ANALYZE', DATABASE);
    },
    2,
    FOREIGN_SETTINGS,
  );
  cleanup.defer(() => servers.close());
  for (const replica of servers.replicas) {
    await replica.stop();
    await servers.startReplica(replica, FOREIGN_SETTINGS);
  }
  const all = [servers.primary, ...servers.replicas];
  const pooled: string[] = [];
  for (const { port } of all) {
    const url = await startBouncer({ serverPort: port, user: API, password, database: DATABASE }, cleanup);
    pooled.push(`${url}${PATIENCE}`);
  }
  return { servers, direct: all.map((server) => `${directTo(server)}${PATIENCE}`), pooled };
}

export async function readSettings(url: string): Promise<Record<string, string>> {
  const pool = openPool(url, poolSettings(SERVING));
  try {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `SELECT name, current_setting(name) AS setting FROM pg_settings
        WHERE name IN ('TimeZone', 'statement_timeout', 'jit') ORDER BY name`,
    );
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  } finally {
    await pool.end();
  }
}

export async function countConnections(server: OwnServer): Promise<number> {
  const [row] = await server.query(
    `SELECT count(*) AS count FROM pg_stat_activity WHERE usename = '${API}' AND datname = '${DATABASE}'`,
  );
  return Number(row?.count);
}

function as(server: OwnServer, user: string, password: string): string {
  return Object.assign(new URL(server.url(DATABASE)), { username: user, password }).href;
}
