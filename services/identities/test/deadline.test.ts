import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onlyDatabase } from '@ledgergraph/chain-kit/databases/chain-databases';
import { type OpenDatabase, openReader } from '@ledgergraph/chain-kit/db/sql-writer';
import { createSubgraph } from '@ledgergraph/chain-kit/graph/create-subgraph';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';

// A graph of its own: none of the real fields is slow.
const SECRET = 'identities-test-secret';
const HEADERS = { 'x-ledgergraph-internal': SECRET, 'x-ledgergraph-environment': 'TESTNET' };
const typeDefs = 'type Query { slow: Int, two: Int, now: Int }';

let database: TestDatabase;
let watcher: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase({ service: 'identities' });
  watcher = new pg.Client({ connectionString: database.url });
  await watcher.connect();
});
// The process of an ended statement needs a moment, and must not count for the next test.
afterEach(() => waitFor(async () => (await sleepers()) === 0, { what: 'the statements to end' }));
afterAll(async () => {
  await watcher.end();
  await database.drop();
});

async function open(databaseUrl: string, options = {}): Promise<{ server: FastifyInstance; db: OpenDatabase }> {
  const db = openReader(databaseUrl, options);
  const logger = createLogger('deadline-test', 'silent');
  const server = await createInternalServer({ secret: SECRET, logger, ready: async () => ({ ready: true }) });
  const sleep = async () => db.$queryRawUnsafe('SELECT 1 AS slept FROM pg_sleep(600)').then(() => 1);
  const resolvers = {
    Query: {
      slow: sleep,
      two: () => sleep().catch(() => sleep()),
      now: () => db.$queryRawUnsafe<{ one: number }[]>('SELECT 1 AS one').then(([row]) => row?.one),
    },
  };
  await createSubgraph({
    server,
    typeDefs,
    resolvers,
    databases: onlyDatabase(db),
    secret: SECRET,
    logger,
    loaders: () => ({}),
  });
  return { server, db };
}

async function ask(server: FastifyInstance, query: string, headers: Record<string, string> = {}) {
  const response = await server.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...HEADERS, ...headers },
    payload: { query },
  });
  const { data, errors = [] } = response.json();
  return { data, codes: errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code) };
}

async function sleepers(): Promise<number> {
  const { rows } = await watcher.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()`,
  );
  return rows.length;
}

test('at its deadline a read ends in the database too, and no other begins', async () => {
  const { server, db } = await open(database.url);
  const inTime = { 'x-ledgergraph-time-left': '60000' };
  const late = { 'x-ledgergraph-time-left': '300' };
  try {
    expect(await ask(server, '{ now }', inTime)).toEqual({ data: { now: 1 }, codes: [] });
    expect(await ask(server, '{ slow }', late)).toEqual({ data: { slow: null }, codes: ['SUBGRAPH_TIMEOUT'] });
    expect(await ask(server, '{ two }', late)).toEqual({ data: { two: null }, codes: ['SUBGRAPH_TIMEOUT'] });
    await waitFor(async () => (await sleepers()) === 0, { what: 'the statements to end' });
    // A cancelled statement does not affect other requests.
    for (let i = 0; i < 12; i++) expect((await ask(server, '{ now }', inTime)).codes).toEqual([]);
  } finally {
    await server.close();
    await db.$disconnect();
  }
});

test('when the gateway goes, its read ends in the database', async () => {
  const { server, db } = await open(database.url);
  try {
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    const headers = { ...HEADERS, 'content-type': 'application/json', 'x-ledgergraph-time-left': '600000' };
    const asked = request({ host: '127.0.0.1', port, path: '/graphql', method: 'POST', headers });
    asked.on('error', () => {});
    asked.end('{"query":"{ slow }"}');
    await waitFor(async () => (await sleepers()) === 1, { what: 'the statement to begin' });
    asked.destroy();
    await waitFor(async () => (await sleepers()) === 0, { what: 'the statement to end' });
  } finally {
    await server.close();
    await db.$disconnect();
  }
});

test('Postgres itself ends a statement that takes too long if nothing else does', async () => {
  const { server, db } = await open(database.url, { statementTimeoutMs: 200 });
  try {
    expect(await ask(server, '{ slow }')).toEqual({ data: { slow: null }, codes: ['SUBGRAPH_TIMEOUT'] });
  } finally {
    await server.close();
    await db.$disconnect();
  }
});

test('a database that cannot be reached, or ends our connection, is SUBGRAPH_UNAVAILABLE: asking again may do better', async () => {
  const away = await open('postgresql://user:x@127.0.0.1:1/absent');
  const ended = await open(database.url);
  try {
    expect(await ask(away.server, '{ now }')).toEqual({ data: { now: null }, codes: ['SUBGRAPH_UNAVAILABLE'] });
    const asked = ask(ended.server, '{ slow }');
    await waitFor(async () => (await sleepers()) === 1, { what: 'the statement to begin' });
    await watcher.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    expect(await asked).toEqual({ data: { slow: null }, codes: ['SUBGRAPH_UNAVAILABLE'] });
    await waitFor(async () => (await ask(ended.server, '{ now }')).data.now === 1, { what: 'a new connection' });
  } finally {
    for (const { server, db } of [away, ended]) {
      await server.close();
      await db.$disconnect();
    }
  }
});
