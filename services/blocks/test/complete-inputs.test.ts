import { fromBinary } from '@bufbuild/protobuf';
import { hex } from '@ledgergraph/chain-kit/hex';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { readStreamedOrphans } from '@ledgergraph/test-kit/streamed-blocks';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { findIdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { listEncodedBlocks } from '#/db/encoded-blocks.ts';
import { announceVrsctest, apply, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
});
afterEach(() => database.close());

function listValues(blocks: readonly Block[]): (bigint | undefined)[] {
  const inputs = blocks.flatMap(({ transactions }) => transactions.flatMap((transaction) => transaction.inputs));
  return inputs.filter(({ coinbase }) => coinbase.length === 0).map(({ satoshis }) => satoshis);
}

test('inputs whose value the node left out, having forgotten the branch, come with it', async () => {
  const main = readNormalizedBlocks('vrsctest-a');
  const branches = readNormalizedOrphans('vrsctest-a').map(({ blocks }) => blocks);
  const streamed = readStreamedOrphans('vrsctest-a').map(({ blocks }) => blocks);
  const { $copyTo: _, ...reader } = database.db;
  let applied = 0;
  for (const [index, branch] of branches.entries()) {
    const fork = branch[0]?.height ?? 0;
    await apply(database.db, main.slice(applied, fork));
    await apply(database.db, branch);
    for (const db of [database.db, reader]) {
      const blocks = await listEncodedBlocks(db, VRSCTEST, fork, branch.length, 2 ** 20);
      const decoded = blocks.map(({ encoded }) => fromBinary(BlockSchema, encoded));
      expect(decoded).toEqual(streamed[index]);
      expect(listValues(decoded)).not.toContain(undefined);
    }
    await revert(database.db, fork - 1);
    applied = fork;
  }
  expect(listValues(branches.flat())).toContain(undefined);
});

function readSpenders(): Map<string, Set<string>> {
  const spenders = new Map<string, Set<string>>();
  for (const { method, params, result } of readRecording(recordingDir('vrsctest-a')).answers()) {
    if (method !== 'getaddressdeltas' || !Array.isArray(result)) continue;
    const [{ addresses }] = params as unknown as [{ addresses: string[] }];
    for (const { txid, spending } of result.filter(isJsonObject)) {
      if (spending !== true) continue;
      const found = spenders.get(String(txid)) ?? new Set();
      spenders.set(String(txid), found.add(addresses[0] ?? ''));
    }
  }
  return spenders;
}

test('inputs of a transaction that makes a reserve transfer come with the addresses that the node’s index lets it spend from', async () => {
  await apply(database.db, readNormalizedBlocks('vrsctest-a'));
  const spenders = readSpenders();
  const blocks = await listEncodedBlocks(database.db, VRSCTEST, 0, 2_000, 2 ** 26);
  let transfers = 0;
  for (const { encoded } of blocks) {
    for (const { txid, inputs, outputs } of fromBinary(BlockSchema, encoded).transactions) {
      const found = new Set(inputs.flatMap(({ spentAddresses }) => spentAddresses));
      const made = outputs.filter(({ kind }) => kind === 'reservetransfer').length;
      const expected = made === 0 ? new Set() : (spenders.get(hex(txid)) ?? new Set());
      expect({ txid: hex(txid), addresses: found }).toEqual({ txid: hex(txid), addresses: expected });
      transfers += made;
    }
  }
  expect(transfers).toBe(116);
});

test('the node’s index lets an identity’s output be spent from the identities that may revoke and recover it, too', () => {
  const spenders = readSpenders();
  const transactions = readNormalizedBlocks('vrsctest-a').flatMap((block) => block.transactions);
  const outputs = new Map(
    transactions.flatMap(({ txid, outputs: made }) => made.map((output) => [`${hex(txid)}:${output.index}`, output])),
  );
  let authorities = 0;
  for (const { txid, inputs } of transactions) {
    for (const input of inputs) {
      const spent = outputs.get(`${hex(input.txid)}:${input.vout}`);
      const state = spent && findIdentityState(spent);
      if (spent === undefined || state === undefined) continue;
      const addresses = readIndexedAddresses(spent);
      expect([...(spenders.get(hex(txid)) ?? [])]).toEqual(expect.arrayContaining(addresses));
      authorities += addresses.filter((address) => address !== state.identityAddress).length;
    }
  }
  expect(authorities).toBe(5);
});
