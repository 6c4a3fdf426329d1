import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { generateChain } from '@ledgergraph/generators/generated-chain/generate-chain';
import { type GeneratedNode, startGeneratedNode } from '@ledgergraph/generators/generated-chain/start-generated-node';
import type { RunningStack } from '@ledgergraph/local';
import { receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { addressOf, makeDataFolder, StackClient, startStackOn } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { stringify } from 'yaml';

const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const CREDENTIALS = { user: 'generated', password: 'generated' };
/** A second before an int32 overflows, that second, and the last of a uint32. */
const FIRST = 150;
const TIMES = [2_147_483_647, 2_147_483_648, 4_294_967_294, 4_294_967_295];
const INSTANTS = ['2038-01-19T03:14:07Z', '2038-01-19T03:14:08Z', '2106-02-07T06:28:14Z', '2106-02-07T06:28:15Z'];
const BLOCKS = FIRST + TIMES.length;

let dataDir: string;
let chain: ChainFile;
let node: GeneratedNode;
let running: RunningStack;
let client: StackClient;

beforeAll(async () => {
  dataDir = await makeDataFolder();
  const times = new Map(TIMES.map((time, index) => [FIRST + index, time]));
  chain = ChainFile.write(
    join(dataDir, 'chain'),
    generateChain({ seed: 11, blocks: BLOCKS, chainId: CHAIN_ID, times }),
  );
  const network = { chain, chainId: CHAIN_ID, name: 'VRSCTEST', ...CREDENTIALS };
  node = await startGeneratedNode({ ...network, tipHeight: BLOCKS - 2, zmqPort: 0 });
  process.env.LATE_NODE_USER = CREDENTIALS.user;
  process.env.LATE_NODE_PASSWORD = CREDENTIALS.password;
  const endpoints = [{ url: node.url, userEnv: 'LATE_NODE_USER', passwordEnv: 'LATE_NODE_PASSWORD' }];
  const networksFile = join(dataDir, 'late-networks.yaml');
  const entry = { chainId: CHAIN_ID, name: 'VRSCTEST', environment: 'TESTNET', endpoints, zmq: node.zmqUrl };
  await writeFile(networksFile, stringify({ networks: [entry] }));
  running = await startStackOn(networksFile);
  client = new StackClient(addressOf(running));
});
afterAll(async () => {
  await running?.stop();
  await node?.stop();
  chain?.[Symbol.dispose]();
  await rm(dataDir, { recursive: true, force: true });
});

test('blocks after 2038 are indexed, sent to a stream, and answered with their times by every subgraph', async () => {
  const { gatewayUrl, keys } = client.address;
  const query = 'subscription { chainEvents { ... on BlockAdded { block { height timestamp } } } }';
  const stream = await receiveServerSentEvents({ gatewayUrl, key: keys.test, query, variables: {} });
  const { height, hash } = await node.advance();
  await client.waitForTip('test', { height, hash });
  await waitFor(() => stream.events.length > 0, { what: 'the block in the stream' });
  stream.close();
  expect(stream.events.map(({ data }) => data)).toEqual([
    { chainEvents: { block: { height: BLOCKS - 1, timestamp: INSTANTS.at(-1) } } },
  ]);

  const { data, errors } = await client.query(
    'test',
    `{ blocks(limit: ${TIMES.length}, order: DESC) { blocks { height timestamp producer { address
         transactions(limit: 1) { transactions { blockHeight timestamp } } } } } }`,
  );
  expect(errors).toEqual([]);
  const { blocks } = data.blocks;
  expect(blocks.map(({ timestamp }: { timestamp: string }) => timestamp)).toEqual([...INSTANTS].reverse());
  // The coinbase of the last block is the last transaction of its producer.
  expect(blocks[0].producer.transactions.transactions).toEqual([
    { blockHeight: BLOCKS - 1, timestamp: INSTANTS.at(-1) },
  ]);
});
