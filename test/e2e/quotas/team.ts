import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { generateApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import pg from 'pg';

export interface Books {
  charged: number;
  spent: number;
  /** Not written off, and not reported as spent. */
  outstanding: number;
  /** Their gateway is silent. */
  writtenOff: number;
  usage: Record<string, number>;
}

export interface Team {
  id: string;
  liveKey: string;
  testKey: string;
  books(): Promise<Books>;
}

export interface AccountsDatabase {
  /** Without limit per second. */
  addTeam(callsPerMonth: number): Promise<Team>;
  close(): Promise<void>;
}

export async function openAccounts({ address }: StackClient): Promise<AccountsDatabase> {
  const { KEY_PEPPER: pepper = '' } = parseEnv(await readFile(join(address.dataDir, 'accounts.env'), 'utf8'));
  const db = new pg.Client({ connectionString: address.databaseUrls.accounts });
  await db.connect();
  return {
    addTeam: (callsPerMonth) => addTeam(db, pepper, callsPerMonth),
    close: () => db.end(),
  };
}

async function addTeam(db: pg.Client, pepper: string, callsPerMonth: number): Promise<Team> {
  const id = randomUUID();
  await db.query('INSERT INTO plan (id, calls_per_month) VALUES ($1, $2)', [id, callsPerMonth]);
  await db.query('INSERT INTO team (id, name, slug, plan_id) VALUES ($1, $1, $1, $1)', [id]);
  const [liveKey, testKey] = await Promise.all(
    (['live', 'test'] as const).map(async (environment) => {
      const value = generateApiKey('lg', environment);
      await db.query(
        `INSERT INTO api_key (id, hash, brand, environment, name, last_four, team_id)
         VALUES ($1, $2, 'lg', $3, 'a key', $4, $5)`,
        [randomUUID(), hashApiKey(value, pepper), environment, value.slice(-4), id],
      );
      return value;
    }),
  );
  return { id, liveKey: liveKey ?? '', testKey: testKey ?? '', books: () => readBooks(db, id) };
}

/** One statement, since a report between two would be in a part of the books only. */
async function readBooks(db: pg.Client, teamId: string): Promise<Books> {
  const { rows } = await db.query<Books>(
    `SELECT coalesce(sum(charged), 0)::integer AS charged, coalesce(sum(spent), 0)::integer AS spent,
            (SELECT coalesce(sum(size - spent), 0)::integer FROM quota_lease WHERE team_id = $1 AND state = 'open') AS outstanding,
            (SELECT coalesce(sum(size - spent), 0)::integer FROM quota_lease WHERE team_id = $1 AND state = 'written_off') AS "writtenOff",
            (SELECT coalesce(jsonb_object_agg(status, calls), '{}')
               FROM (SELECT status, sum(calls)::integer AS calls FROM usage_day JOIN api_key ON api_key.id = key_id
                      WHERE team_id = $1 AND environment = 'live' GROUP BY status) AS used) AS usage
       FROM quota_period WHERE team_id = $1`,
    [teamId],
  );
  return rows[0] as Books;
}

/** As expected, or as they were at last. */
export async function booksOnce(team: Team, isSo: (books: Books) => boolean): Promise<Books> {
  let books = await team.books();
  await waitFor(
    async () => {
      books = await team.books();
      return isSo(books);
    },
    { what: 'the books', timeoutMs: 20_000 },
  ).catch(() => undefined);
  return books;
}
