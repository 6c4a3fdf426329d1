import { hex } from '@ledgergraph/chain-kit/hex';
import { readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { dumpRows, openIndexedDatabase } from './indexed-database.ts';
import { readRecordedChain } from './recorded-chain.ts';

const vrsctest = readRecordedChain('vrsctest-a');
const pchain = readRecordedChain('pchain-a');

test('rows do not depend on how blocks are grouped into transactions', async () => {
  const [whole, pieces] = [await openIndexedDatabase(), await openIndexedDatabase()];
  await whole.apply(vrsctest.network, vrsctest.blocks);
  for (let start = 0, size = 1; start < vrsctest.blocks.length; start += size, size = (size * 5) % 37) {
    await pieces.apply(vrsctest.network, vrsctest.blocks.slice(start, start + size));
  }
  expect(await dumpRows(pieces.db)).toEqual(await dumpRows(whole.db));
  await Promise.all([whole.close(), pieces.close()]);
});

test('after a revert the rows are those of a database that never saw the blocks', async () => {
  const [reverted, straight] = [await openIndexedDatabase(), await openIndexedDatabase()];
  const { network, blocks } = vrsctest;
  // Another chain in the same tables must not notice.
  await reverted.apply(pchain.network, pchain.blocks);
  await straight.apply(pchain.network, pchain.blocks);
  await reverted.apply(network, blocks);
  const whole = await dumpRows(reverted.db);
  // Heights around registrations, revocations, locks and the first block with an identity; in no order.
  for (const keepHeight of [600, 343, 338, 355, 471, 178, 120, 117, 0, -1]) {
    const kept = blocks.slice(0, keepHeight + 1);
    await reverted.revert(network, keepHeight);
    if (kept.length > 0) await straight.apply(network, kept);
    expect(await dumpRows(reverted.db)).toEqual(await dumpRows(straight.db));
    if (kept.length > 0) await straight.revert(network, -1);
    await reverted.apply(network, blocks.slice(keepHeight + 1));
    expect(await dumpRows(reverted.db)).toEqual(whole);
  }
  await Promise.all([reverted.close(), straight.close()]);
});

test('the three recorded reorganisations end like a straight sync', async () => {
  const [replayed, straight] = [await openIndexedDatabase(), await openIndexedDatabase()];
  const { network, blocks } = vrsctest;
  const branches = readNormalizedOrphans('vrsctest-a');
  expect(branches).toHaveLength(3);
  let applied = 0;
  for (const branch of branches) {
    const fork = blocks.findIndex(
      (block) => hex(block.hash) === hex(branch.blocks[0]?.previousHash ?? new Uint8Array()),
    );
    expect(fork).toBeGreaterThan(applied);
    await replayed.apply(network, blocks.slice(applied, fork + 1));
    await replayed.apply(network, branch.blocks);
    await replayed.revert(network, fork);
    applied = fork + 1;
  }
  await replayed.apply(network, blocks.slice(applied));
  await straight.apply(network, blocks);
  expect(await dumpRows(replayed.db)).toEqual(await dumpRows(straight.db));
  await Promise.all([replayed.close(), straight.close()]);
});
