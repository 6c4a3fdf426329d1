import { globSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { listBusUsers } from '@ledgergraph/local/services';
import { busPassword } from '@ledgergraph/local/stack/secrets';
import {
  BlockMissedSchema,
  NewBlockSchema,
  ProgressSchema,
  TipMovedSchema,
} from '@ledgergraph/proto-schemas/chain/v1/events';
import { Environment, SyncStatus } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { postOperation } from '@ledgergraph/test-kit/client';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { connect, type NatsConnection } from 'nats';

const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const PREFIX = 'ledgergraph';
const HEIGHT = 400;
const HEIGHT_MAX = 4_294_967_295;
/** Twenty a second made queries fail once. */
const EVENTS_PER_QUERY = 50;
const QUERIES = 60;

let stack: TestStack;
let servers: string;
let secrets: { busSecret: string };
const connections: NatsConnection[] = [];

beforeAll(async () => {
  stack = await startTestStack({ recordings: ['vrsctest-a'], from: HEIGHT });
  const { dataDir } = stack.address;
  const ports = JSON.parse(await readFile(join(dataDir, 'ports.json'), 'utf8'));
  secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  servers = `127.0.0.1:${ports.nats}`;
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await stack?.stop();
});

async function login(user: string): Promise<NatsConnection> {
  const connection = await connect({ servers, user, pass: busPassword(secrets, user), reconnect: false });
  connections.push(connection);
  return connection;
}

/** As every account of the machine sees it; empty for one that has ended. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function loginForgers() {
  return { blocks: await login('blocks'), addresses: await login('addresses'), gateway: await login('gateway') };
}

/** As the service that may publish each of them. */
function forge({ blocks, addresses, gateway }: Awaited<ReturnType<typeof loginForgers>>, count: number): void {
  const hash = new Uint8Array(32).fill(count % 256);
  const height = [HEIGHT_MAX, HEIGHT + 1, HEIGHT, 1][count % 4] as number;
  const chainId = count % 5 === 0 ? `unknown-${count}` : VRSCTEST;
  const tip = {
    chainId,
    environment: Environment.TESTNET,
    isDefault: true,
    height,
    hash,
    status: SyncStatus.STALLED,
    lastFinalityBreak: BigInt(count),
    poolSerial: 2n ** 63n,
  };
  blocks.publish(`${PREFIX}.${SUBJECTS.tipMoved}`, toBinary(TipMovedSchema, create(TipMovedSchema, { tip })));
  blocks.publish(
    `${PREFIX}.${SUBJECTS.newBlock}`,
    toBinary(NewBlockSchema, create(NewBlockSchema, { chainId, height, hash, previousHash: hash })),
  );
  blocks.publish(`${PREFIX}.${SUBJECTS.newBlock}`, new Uint8Array(100).fill(255));
  addresses.publish(
    `${PREFIX}.${SUBJECTS.progress}`,
    toBinary(ProgressSchema, create(ProgressSchema, { consumer: 'addresses', chainId, height, hash })),
  );
  const unknown = new Uint8Array(Buffer.alloc(count % 7 === 0 ? 33 : 32, `${count} `));
  gateway.publish(
    `${PREFIX}.${SUBJECTS.blockMissed}`,
    toBinary(BlockMissedSchema, create(BlockMissedSchema, { chainId, hash: unknown })),
  );
}

test('a neighbour without a password is refused, and finds none in a file or an argument of a process', async () => {
  await expect(connect({ servers, reconnect: false })).rejects.toThrow(/authorization/i);
  for (const user of listBusUsers()) {
    const guess = connect({ servers, user, pass: user, reconnect: false });
    await expect(guess).rejects.toThrow(/authorization/i);
  }
  for (const file of ['secrets.json', 'nats.conf', 'accounts.env']) {
    expect([file, (await stat(join(stack.address.dataDir, file))).mode & 0o077]).toEqual([file, 0]);
  }
  const seen = globSync('/proc/[0-9]*/cmdline').map(readIfThere).join('\n');
  expect(seen).toContain('nats.conf');
  for (const user of listBusUsers()) expect(seen).not.toContain(busPassword(secrets, user));
  expect(seen).not.toContain(secrets.busSecret);
});

test('while a service floods its subjects with forged events, every query is answered at the confirmed block', async () => {
  const forgers = await loginForgers();
  const { gatewayUrl, keys } = stack.address;
  const query = `{ block(height: ${HEIGHT}) { height } address(address: "RXLYm4J6qi7yam9zXtkEkRwbvCrnWKGZuv") { balance } }`;
  let count = 0;
  for (let asked = 0; asked < QUERIES; asked += 1) {
    for (let event = 0; event < EVENTS_PER_QUERY; event += 1) forge(forgers, count++);
    await Promise.all(Object.values(forgers).map((each) => each.flush()));
    const { status, errors, chains } = await postOperation(gatewayUrl, keys.test, query);
    expect({ status, errors, heights: chains.map(({ height }) => height) }).toEqual({
      status: 200,
      errors: [],
      heights: [HEIGHT],
    });
  }
  const { status, body } = await fetch(`${gatewayUrl}/readyz`).then(async (response) => ({
    status: response.status,
    body: await response.text(),
  }));
  expect([status, body]).toEqual([200, expect.anything()]);
});

test('true blocks arrive within such a flood', async () => {
  const forgers = await loginForgers();
  const { gatewayUrl, keys } = stack.address;
  let count = 0;
  for (let step = 0; step < 5; step += 1) {
    const { height } = await stack.node('vrsctest-a').advance();
    await waitFor(
      async () => {
        for (let event = 0; event < EVENTS_PER_QUERY; event += 1) forge(forgers, count++);
        const { status, chains } = await postOperation(gatewayUrl, keys.test, '{ __typename }');
        expect(status).toBe(200);
        return chains[0]?.height === height;
      },
      { what: `block ${height}` },
    );
  }
});
