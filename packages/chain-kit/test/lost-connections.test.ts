import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { withDeadline } from '@ledgergraph/service-kit/db/current-deadline';
import { createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { openWriter, type SqlWriter } from '#/db/sql-writer.ts';

// Postgres sends a reason before it closes a connection. A dead machine sends nothing, like this server between the two.
let database: TestDatabase;
let server: Server;
let observer: SqlWriter;
let writer: SqlWriter;
let prisma: Awaited<ReturnType<ReturnType<typeof createAdapter>['connect']>>;
const sockets = new Set<Socket>();

beforeAll(async () => {
  database = await createTestDatabase({ service: 'accounts' });
  observer = openWriter(database.url, { max: 1 });
  const target = new URL(database.url);
  server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    sockets.add(client);
    client
      .on('error', () => undefined)
      .on('data', (bytes) => (upstream.writable ? upstream.write(bytes) : client.destroy()));
    // A connection that Postgres has ended stays open here until something is written to it.
    upstream.on('error', () => undefined).pipe(client, { end: false });
    client.on('close', () => upstream.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const behind = new URL(database.url);
  behind.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  writer = openWriter(behind.href, { max: 1 });
  prisma = await createAdapter(behind.href, { max: 1 }).connect();
});
afterAll(async () => {
  await observer.$disconnect();
  await writer.$disconnect();
  await prisma.dispose();
  server.close();
  await database.drop();
});

async function findRunning(sql: string): Promise<number> {
  const rows = () =>
    observer.$queryRawUnsafe<{ pid: number }[]>(
      "SELECT pid FROM pg_stat_activity WHERE strpos(query, $1) > 0 AND state = 'active' AND pid <> pg_backend_pid()",
      sql,
    );
  return waitFor(async () => (await rows())[0]?.pid, { what: 'the statement to run' });
}

const slow = (seconds: number): string => `SELECT 1 FROM pg_sleep(${seconds})`;

test.each<[string, string, (sql: string) => Promise<unknown>]>([
  ['a statement', slow(601), async (sql) => writer.$queryRawUnsafe(sql)],
  ['a transaction', slow(602), async (sql) => writer.$transaction(async (tx) => tx.$queryRawUnsafe(sql))],
  ['a copy', slow(603), async (sql) => writer.$copyTo?.(sql)],
  ['a statement of Prisma', slow(604), (sql) => prisma.queryRaw({ sql, args: [], argTypes: [] })],
  [
    'one that a request waits for',
    slow(605),
    (sql) => withDeadline(new Deadline(60_000), () => prisma.queryRaw({ sql, args: [], argTypes: [] })),
  ],
])('a connection that is lost without a word fails %s and not the process', async (_, sql, run) => {
  const failed = expect(run(sql)).rejects.toThrow('Connection terminated unexpectedly');
  await findRunning(sql);
  for (const socket of sockets) socket.destroy();
  await failed;
  await expect(run('SELECT 1')).resolves.toBeDefined();
});

test('a connection that Postgres ends within a transaction is not given to the next statement', async () => {
  const transaction = await prisma.startTransaction();
  const statement = { sql: slow(606), args: [], argTypes: [] };
  const failed = expect(transaction.queryRaw(statement)).rejects.toThrow('terminating connection');
  await observer.$queryRawUnsafe('SELECT pg_terminate_backend($1)', await findRunning(statement.sql));
  await failed;
  await transaction.rollback();
  await expect(prisma.queryRaw({ ...statement, sql: 'SELECT 1' })).resolves.toBeDefined();
});
