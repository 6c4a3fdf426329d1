import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RunningStack } from '@ledgergraph/local';
import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';
import { type RecordedNode, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import {
  addressOf,
  CREDENTIALS,
  makeDataFolder,
  StackClient,
  startStackOn,
  writeNetworksFile,
} from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { Customer } from './customer.ts';
import { Receiver } from './receiver.ts';

// No recorded reorganisation undoes a taken offer, so a copy of its block stands on a branch first.

const TAKEN = 376;
const OFFER = '5428cb2568c37a5ec91ff9451bb82b028ac335484d42ce05ac95de7864b0dc88';
const TAKER = 'fe3253477e46ae296d65dc19d497102df3aa725baf293bbd4968c48b2bbf784d';
const RECORDED = recordingDir('vrsctest-a');

const receiver = new Receiver();
const giveUp = new AbortController();
let dataDir: string;
let node: RecordedNode;
let starting: Promise<RunningStack>;
let client: StackClient;
let customer: Customer;

/** @returns its folder */
async function writeRecording(): Promise<string> {
  const dir = join(dataDir, 'branched');
  await mkdir(dir);
  for (const file of ['meta.json', 'blocks.jsonl.gz', 'answers.jsonl.gz']) {
    await symlink(join(RECORDED, file), join(dir, file));
  }
  const lines = [...readLines(RECORDED, 'blocks.jsonl.gz')].slice(TAKEN, TAKEN + 2);
  const hashes = lines.map((line) => JSON.parse(line).hash as string);
  const others = hashes.map((_, index) => String(index + 1).repeat(64));
  const copies = lines.map((line) =>
    hashes.reduce((text, hash, index) => text.replaceAll(hash, others[index] ?? ''), line),
  );
  await writeFile(
    join(dir, 'orphans.jsonl.gz'),
    gzipSync(copies.map((line) => `{"fork":"copied",${line.slice(1)}\n`).join('')),
  );
  return dir;
}

beforeAll(async () => {
  await receiver.open();
  dataDir = await makeDataFolder();
  const dir = await writeRecording();
  node = await startRecordedNode({ recordingDir: dir, ...CREDENTIALS, from: TAKEN - 1, zmqPort: 0 });
  const networksFile = await writeNetworksFile(dataDir, [
    { recording: 'vrsctest-a', urls: [node.url], zmq: node.zmqUrl },
  ]);
  starting = startStackOn(networksFile, {}, giveUp.signal);
  client = new StackClient(addressOf(await starting));
  customer = await Customer.signUp(client.address.gatewayUrl, dataDir);
});
afterAll(async () => {
  giveUp.abort(new Error('the test is over'));
  await (await starting?.catch(() => undefined))?.stop();
  await customer?.removeFolder();
  await node?.stop();
  receiver.close();
  await rm(dataDir, { recursive: true, force: true });
});

const typesAt = (path: string): string[] => receiver.eventsOf(path).map(({ type }) => type);

async function offer(): Promise<unknown> {
  const { data, errors } = await client.query('test', '{ offers { offers { txid status takenBy takenAtHeight } } }');
  expect(errors).toEqual([]);
  return data.offers.offers.find(({ txid }: { txid: string }) => txid === OFFER);
}

test('an offer that a block takes is sent, undone by its webhook-id when that block leaves, and sent again with the block that stays', async () => {
  await customer.createWebhook(receiver, '/offers', '--event', 'offer.taken');
  const undone = await customer.createWebhook(receiver, '/undone', '--event', 'offer.taken.reverted');
  const taken = { txid: OFFER, status: 'TAKEN', takenBy: TAKER, takenAtHeight: TAKEN };
  expect(await offer()).toMatchObject({ status: 'OPEN' });

  const onBranch = [await node.advance(), await node.advance()];
  expect(onBranch.map(({ height }) => height)).toEqual([TAKEN, TAKEN + 1]);
  await client.waitForTip('test', onBranch[1] ?? node.tip());
  await waitFor(() => receiver.eventsOf('/offers').length === 1, { what: 'the offer on the branch' });
  expect(await offer()).toEqual(taken);
  expect(receiver.eventsOf('/undone')).toEqual([]);
  // Only a webhook that has read the branch can undo anything of it.
  const position = async (): Promise<number | null> =>
    (await customer.webhooks('list')).find(({ id }: { id: string }) => id === undone).positionHeight;
  await waitFor(async () => (await position()) === TAKEN, { what: 'the webhook to have read the branch' });

  const stays = await node.advance();
  expect(stays.height).toBe(TAKEN + 2);
  await client.waitForTip('test', stays);
  await waitFor(() => receiver.eventsOf('/offers').length === 3, { what: 'the undoing, and the offer again' });
  const events = receiver.eventsOf('/offers');
  expect(typesAt('/offers')).toEqual(['offer.taken', 'offer.taken.reverted', 'offer.taken']);
  const sent = [events[0], events[2]].map(({ data: { offerChanges } }) => offerChanges);
  expect(sent).toEqual(
    sent.map(() => expect.objectContaining({ blockHeight: TAKEN, offer: expect.objectContaining(taken) })),
  );
  expect(sent[0].blockHash).toBe(onBranch[0]?.hash);
  expect(sent[1].blockHash).not.toBe(sent[0].blockHash);
  const [first = '', , again = ''] = receiver.idsOf('/offers');
  expect(events[1].extensions.undone).toEqual([first]);
  expect(again).not.toBe(first);
  await waitFor(() => receiver.eventsOf('/undone').length > 0, { what: 'the undoing alone' });
  expect(typesAt('/undone')).toEqual(['offer.taken.reverted']);
  expect(receiver.eventsOf('/undone')[0].extensions.undone).toHaveLength(1);
  expect(await offer()).toEqual(taken);
});
