import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { connectTo } from '../../bench/backfill/tables.ts';
import { EXPORT_HEIGHT, exportWhileMoving, TIP_FROM } from '../../bench/exports/export-while-moving.ts';
import { type StatementSums, writeStatement } from '../../bench/exports/statement-rows.ts';
import { readBlocks } from '../agrees-with-node/oracle.ts';

const RECORDING = 'vrsctest-a';
/** More than the sockets hold. */
const ROWS = 40_000;

let stack: TestStack;
let written: StatementSums;

beforeAll(async () => {
  stack = await startTestStack({ recordings: [RECORDING], from: TIP_FROM });
  const { databaseUrls } = stack.address;
  const [blocks, addresses] = [await connectTo(databaseUrls.blocks), await connectTo(databaseUrls.addresses)];
  written = await writeStatement(blocks, addresses, readMeta(recordingDir(RECORDING)).chainId, ROWS);
  await blocks.end();
  await addresses.end();
});

afterAll(async () => {
  await stack?.stop();
});

test('an export whose tip is reorganised meanwhile has each row once, at the block of its head', async () => {
  const { sums, balance, faults, block, reorganisations } = await exportWhileMoving(stack, stack.node(RECORDING), ROWS);
  expect(sums).toEqual(written);
  expect(faults).toBe(0);
  expect(balance).toBe(written.amount);
  const { hash } = readBlocks(recordingDir(RECORDING))[EXPORT_HEIGHT] ?? {};
  expect(block).toEqual({ height: EXPORT_HEIGHT, hash, items: ROWS, units: ROWS / 1_000 });
  expect(reorganisations).toBe(3);
});
