import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SESSION } from '@ledgergraph/service-kit/backup/contents';
import { withDatabase } from '@ledgergraph/service-kit/database-url';
import { connectClient } from '@ledgergraph/service-kit/db/connect-client';
import pg from 'pg';
import { z } from 'zod';
import { SourceAway } from './snapshot-fault.ts';

const SERVICES = join(import.meta.dirname, '..', '..', '..', '..', 'services');
const DECLARATION = join('prisma', 'snapshot.json');
const CONNECT_TIMEOUT_MS = 15_000;

const declaration = z.strictObject({
  /** Tables whose rows belong to an installation and not to a chain, each with the reason. */
  leftOut: z.record(z.string(), z.string().min(1)),
});

export interface ServiceDatabase {
  service: string;
  /** The server itself: locks and snapshots of a session do not pass a pooler. */
  url: string;
}

export async function listChainServices(): Promise<string[]> {
  const folders = await readdir(SERVICES);
  return folders.filter((name) => existsSync(join(SERVICES, name, DECLARATION))).sort();
}

export function readLeftOut(service: string): string[] {
  const text = readFileSync(join(SERVICES, service, DECLARATION), 'utf8');
  return Object.keys(declaration.parse(JSON.parse(text)).leftOut);
}

export function migrationsOf(service: string): string {
  return join(SERVICES, service, 'prisma', 'migrations');
}

/** Without time limits. The caller must `end()`. @throws SourceAway without the address, which may hold a password */
export async function connect({ service, url }: ServiceDatabase): Promise<pg.Client> {
  const settings = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: 'ledgergraph-snapshot' };
  let client: pg.Client | undefined;
  try {
    client = await connectClient(url, settings);
    await client.query(SESSION);
    return client;
  } catch (error) {
    await client?.end().catch(() => undefined);
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ((error as NodeJS.ErrnoException).code ?? '');
    throw new SourceAway(`the database of ${service} cannot be reached (${code || 'no answer'})`, { cause: error });
  }
}

export async function withClient<T>(database: ServiceDatabase, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(database);
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function maintenanceOf({ service, url }: ServiceDatabase): ServiceDatabase {
  return { service, url: withDatabase(url, 'postgres') };
}
