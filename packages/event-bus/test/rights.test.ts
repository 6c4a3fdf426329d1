import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { listBusUsers } from '@ledgergraph/local/services';
import { busRights } from '@ledgergraph/proto-schemas/bus-rights';
import { NewBlockSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { connect, type NatsConnection } from 'nats';
import { type Logger, pino } from 'pino';
import type { Bus } from '#/bus.ts';
import { connectBus } from '#/nats-bus.ts';
import { renderNatsConfig } from '#/nats-config.ts';

const natsServer = process.env.TEST_NATS_SERVER ?? 'nats-server';
const USERS = listBusUsers();
const PREFIX = 'here';
const OURS = Object.values(SUBJECTS).map((subject) => `${PREFIX}.${subject}`);
/** Subjects of other installations, JetStream, the server itself, and inboxes of others. */
const FOREIGN = [
  '>',
  '*.>',
  'here.>',
  'there.chain.v1.tip-moved',
  '$JS.API.>',
  '$JS.API.INFO',
  '$SYS.>',
  '_INBOX.>',
  '_INBOX.a.b',
];

let port: number;
let configFile: string;
let server: ChildProcess;
const connections: NatsConnection[] = [];
const buses: Bus[] = [];

const passwordOf = (user: string, version = 1): string => `password ${version} of ${user}`;

async function writeConfig(version: number): Promise<void> {
  const users = USERS.map((name) => ({ name, password: JSON.stringify(passwordOf(name, version)) }));
  await writeFile(configFile, renderNatsConfig({ listen: `127.0.0.1:${port}`, prefix: PREFIX, users }), {
    mode: 0o600,
  });
}

beforeAll(async () => {
  port = await findFreePort();
  configFile = join(await temporaryFolder(), 'nats.conf');
  await writeConfig(1);
  server = spawn(natsServer, ['--config', configFile], { stdio: 'ignore' });
  await waitFor(
    () =>
      login('blocks').then(
        () => true,
        () => false,
      ),
    { what: 'the broker to listen' },
  );
});
afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.close()));
  await Promise.all(connections.splice(0).map((connection) => connection.close()));
});
afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
});

async function login(user: string, pass = passwordOf(user)): Promise<NatsConnection> {
  const connection = await connect({ servers: `127.0.0.1:${port}`, user, pass, reconnect: false });
  connections.push(connection);
  return connection;
}

function open(user: string, logger: Logger = pino({ level: 'silent' }), version = 1) {
  const login = { user, password: passwordOf(user, version) };
  const bus = connectBus({ url: `127.0.0.1:${port}`, prefix: PREFIX, name: user, login, logger });
  buses.push(bus);
  return bus;
}

function refusals(connection: NatsConnection): Set<string> {
  const refused = new Set<string>();
  void (async () => {
    for await (const { type, permissionContext } of connection.status() as AsyncIterable<{
      type: string;
      permissionContext?: { operation: string; subject: string };
    }>) {
      if (type === 'error' && permissionContext !== undefined) {
        refused.add(`${permissionContext.operation} ${permissionContext.subject}`);
      }
    }
  })();
  return refused;
}

test.each([
  ['no user', {}],
  ['a wrong password', { user: 'blocks', pass: 'guessed' }],
  ['the password of another', { user: 'blocks', pass: passwordOf('gateway') }],
  ['an unknown user', { user: 'webhooks', pass: passwordOf('webhooks') }],
])('the broker refuses %s', async (_what, options) => {
  await expect(connect({ servers: `127.0.0.1:${port}`, ...options, reconnect: false })).rejects.toMatchObject({
    code: expect.stringMatching(/AUTHORIZATION_VIOLATION|BAD_AUTHENTICATION/),
  });
});

test.each(USERS)('%s can publish and subscribe its own subjects, and nothing else', async (user) => {
  const connection = await login(user);
  const refused = refusals(connection);
  const subjects = [...OURS, ...FOREIGN];
  for (const subject of subjects) {
    connection.subscribe(subject, { callback: () => undefined });
    if (!/[*>]/.test(subject)) connection.publish(subject, new Uint8Array([1]));
  }
  await connection.flush();
  const { publish, subscribe } = busRights(user);
  const allowed = (list: readonly string[]): Set<string> => new Set(list.map((subject) => `${PREFIX}.${subject}`));
  const expected = [
    ...subjects.filter((subject) => !allowed(subscribe).has(subject)).map((subject) => `subscription ${subject}`),
    ...subjects
      .filter((subject) => !allowed(publish).has(subject) && !/[*>]/.test(subject))
      .map((subject) => `publish ${subject}`),
  ];
  await waitFor(() => refused.size >= expected.length, { what: 'all refusals' });
  expect([...refused].sort()).toEqual(expected.sort());
});

test('a message that is larger than a bell ends its connection, and more subscriptions than a service has are refused', async () => {
  const connection = await login('blocks');
  const closed = connection.closed();
  // The client would obey the limit; a stranger does not.
  (connection.info as { max_payload: number }).max_payload = 1_000_000_000;
  connection.publish(`${PREFIX}.${SUBJECTS.newBlock}`, new Uint8Array(300_000));
  await closed;

  const other = await login('blocks');
  const errors: unknown[] = [];
  void (async () => {
    for await (const { type, data } of other.status()) if (type === 'error') errors.push(data);
  })();
  for (let count = 0; count < 40; count += 1) {
    other.subscribe(`${PREFIX}.${SUBJECTS.progress}`, { callback: () => undefined });
  }
  await waitFor(() => errors.length > 0 || other.isClosed(), { what: 'the broker to refuse' });
});

test('what one service rings the other hears; a subject that is not permitted is logged once', async () => {
  const lines: { code?: string; level: number }[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const [blocks, addresses] = [open('blocks'), open('addresses', logger)];
  const heard: number[] = [];
  addresses.subscribe(SUBJECTS.newBlock, NewBlockSchema, ({ height }) => void heard.push(height));
  await Promise.all([blocks.connected, addresses.connected]);
  await waitFor(
    () => {
      blocks.publish(SUBJECTS.newBlock, NewBlockSchema, { chainId: 'iX', height: 7 });
      return heard.includes(7);
    },
    { what: 'the bell to be heard' },
  );
  for (let count = 0; count < 5; count += 1) {
    addresses.publish(SUBJECTS.newBlock, NewBlockSchema, { chainId: 'iX', height: 8 });
    await addresses.publishConfirmed(SUBJECTS.newBlock, NewBlockSchema, { chainId: 'iX', height: 8 });
  }
  await waitFor(() => lines.length > 0, { what: 'the refusal to be logged' });
  expect(lines).toEqual([expect.objectContaining({ level: 50, code: 'PERMISSIONS_VIOLATION' })]);
  expect(addresses.isConnected()).toBe(true);
  expect(heard).not.toContain(8);
});

test('a flood of messages that mean nothing is heard by no one, and is one line in the log', async () => {
  const lines: { msg: string }[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const [forger, addresses] = [await login('blocks'), open('addresses', logger)];
  const heard: number[] = [];
  addresses.subscribe(SUBJECTS.newBlock, NewBlockSchema, ({ height }) => void heard.push(height));
  await addresses.connected;
  await waitFor(
    () => {
      for (let count = 0; count < 500; count += 1) {
        forger.publish(`${PREFIX}.${SUBJECTS.newBlock}`, new Uint8Array(1 + (count % 50)).fill(255));
      }
      forger.publish(`${PREFIX}.${SUBJECTS.newBlock}`, toBinary(NewBlockSchema, create(NewBlockSchema, { height: 9 })));
      return heard.length > 1;
    },
    { what: 'an event among them' },
  );
  expect(new Set(heard)).toEqual(new Set([9]));
  expect(lines.map(({ msg }) => msg)).toEqual(['events dropped']);
});

test('passwords change while services run: those with the old one are cut off, and log in once the broker knows theirs', async () => {
  const lines: { level: number }[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const early = open('addresses', logger, 2);
  await waitFor(() => lines.some(({ level }) => level === 50), { what: 'the refusal to be logged' });
  expect(early.isConnected()).toBe(false);
  const old = open('blocks');
  await old.connected;

  await writeConfig(2);
  server.kill('SIGHUP');
  await waitFor(() => !old.isConnected(), { what: 'the old password to be of no use' });
  await early.connected;
  expect(early.isConnected()).toBe(true);

  await writeConfig(1);
  server.kill('SIGHUP');
  await waitFor(() => old.isConnected(), { what: 'the service to log in again' });
  expect(lines.filter(({ level }) => level === 50)).toHaveLength(2);
});
