import { fromBinary } from '@bufbuild/protobuf';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import {
  readNormalizedBlocks,
  readNormalizedOrphans,
  readStreamedOrphans,
} from '@ledgergraph/test-kit/normalized-blocks';
import { listEncodedBlocks } from '#/db/encoded-blocks.ts';
import { announceVrsctest, apply, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

let database: TestDatabase;
let writer: SqlWriter;

beforeEach(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
  writer = openWriter(database.url);
});
afterEach(async () => {
  await writer.$disconnect();
  await database.close();
});

/** Value of each input but those of coinbases. */
function listValues(blocks: readonly Block[]): (bigint | undefined)[] {
  const inputs = blocks.flatMap(({ transactions }) => transactions.flatMap((transaction) => transaction.inputs));
  return inputs.filter(({ coinbase }) => coinbase.length === 0).map(({ satoshis }) => satoshis);
}

test('inputs whose value the node left out, having forgotten the branch, come with it', async () => {
  const main = readNormalizedBlocks('vrsctest-a');
  const branches = readNormalizedOrphans('vrsctest-a').map(({ blocks }) => blocks);
  const streamed = readStreamedOrphans('vrsctest-a').map(({ blocks }) => blocks);
  let applied = 0;
  for (const [index, branch] of branches.entries()) {
    const fork = branch[0]?.height ?? 0;
    await apply(database.db, main.slice(applied, fork));
    await apply(database.db, branch);
    for (const db of [writer, database.db]) {
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
