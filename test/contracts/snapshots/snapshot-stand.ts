import { randomBytes } from 'node:crypto';
import type { ServiceDatabase } from '@ledgergraph/chain-kit/snapshot/databases';
import { loadSnapshot } from '@ledgergraph/chain-kit/snapshot/load-snapshot';
import type { SnapshotManifest } from '@ledgergraph/chain-kit/snapshot/manifest';
import { openSnapshot } from '@ledgergraph/chain-kit/snapshot/open-snapshot';
import { joinParts, writeParts } from '@ledgergraph/chain-kit/snapshot/write-snapshot';
import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import { type RecordedNode, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import pg from 'pg';
import type { NodeIndex } from '../generated-chain/index-from-node.ts';

const RECORDING = recordingDir('vrsctest-a');
const CREDENTIALS = { user: 'snapshot', password: 'snapshot' };

export const { chainId: CHAIN_ID } = readMeta(RECORDING);
/** Small tables shall have several pieces. */
const PIECE_PAGES = 2;

const quiet = (): void => undefined;

export async function startNode(cleanup: AsyncDisposableStack, from: number | 'end') {
  const node: RecordedNode = await startRecordedNode({ recordingDir: RECORDING, ...CREDENTIALS, from });
  cleanup.defer(() => node.stop());
  const { chainId, name, environment } = readMeta(RECORDING);
  const settings = { chainId, name, environment, isDefault: true, endpoints: [{ url: node.url, ...CREDENTIALS }] };
  return { node, settings, address: { url: node.url, ...CREDENTIALS } };
}

export function databasesOf(index: NodeIndex): ServiceDatabase[] {
  return index.services.map((service) => ({ service, url: index.url(service) }));
}

/** The cleanup drops what a test has made of them. */
export function unmadeDatabases(cleanup: AsyncDisposableStack, services: readonly string[]): ServiceDatabase[] {
  return services.map((service) => {
    const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
    const name = `snapshot_${service}_${randomBytes(6).toString('hex')}`;
    cleanup.defer(async () => {
      await query(url.href.replace(name, 'postgres'), `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    });
    url.pathname = `/${name}`;
    return { service, url: url.href };
  });
}

export async function writeWhole(
  databases: readonly ServiceDatabase[],
  folder: string,
  options: { privateKey?: string } = {},
): Promise<SnapshotManifest> {
  const settings = { networks: [], at: undefined, workers: 2, waitMs: 60_000, piecePages: PIECE_PAGES, report: quiet };
  await writeParts({ databases, folder, ...settings });
  const services = databases.map(({ service }) => service).sort();
  return joinParts(folder, services, options.privateKey);
}

/** @param publicKey PEM text */
export async function load(place: string, databases: readonly ServiceDatabase[], publicKey?: string): Promise<void> {
  await loadSnapshot(await openSnapshot(place, publicKey), { databases, workers: 2, deep: true, report: quiet });
}

export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function describeDatabase({ url }: ServiceDatabase): Promise<unknown> {
  const name = new URL(url).pathname.slice(1);
  const server = process.env.TEST_POSTGRES_URL ?? '';
  const found = await query(server, `SELECT 1 FROM pg_database WHERE datname = '${name}'`);
  if (found.length === 0) return 'no database';
  return query(
    url,
    `SELECT c.oid::regclass::text AS name, c.relkind,
            CASE WHEN c.relkind = 'r' THEN (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %s', c.oid::regclass), false, true, '')))[1]::text END AS rows
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY 1`,
  );
}
