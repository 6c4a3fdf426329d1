import { create } from '@bufbuild/protobuf';
import { type Block, InputSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { type AddressDatabase, VRSCTEST } from './address-database.ts';
import { buildBlock, carryToken, identityOf, keyAddress, pay, payConditions, writeIdentity } from './guarded-blocks.ts';

/** Last block of the recording. Five built ones follow it. */
export const TIP = 667;
export const TOKEN = 'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS';
export const KEYS = [0, 1, 2, 3].map((number) => keyAddress(number));
export const LOCKED = identityOf('locked');

/** Outputs of built blocks have several of our keys: a recorded wallet shares few. */
export async function applyShared(database: AddressDatabase): Promise<void> {
  const blocks = readNormalizedBlocks('vrsctest-a');
  let applied = 0;
  for (const { blocks: branch } of readNormalizedOrphans('vrsctest-a')) {
    const fork = (branch[0]?.height ?? 0) - 1;
    await database.apply(blocks.slice(applied, fork + 1));
    await database.apply(branch);
    await database.revert(VRSCTEST, fork);
    applied = fork + 1;
  }
  await database.apply(blocks.slice(applied));
  const built = buildSharedBlocks(blocks[TIP]?.hash);
  await database.apply(built.slice(0, 4));
  await database.apply(built.slice(4));
}

/** Four that pay, and one that spends the outputs of the second. @param previousHash of the block at `TIP` */
export function buildSharedBlocks(previousHash: Uint8Array<ArrayBufferLike> = new Uint8Array()): Block[] {
  const built = [1, 2, 3, 4].map((step) => buildShared(TIP + step));
  if (built[0] !== undefined) built[0].previousHash = previousHash;
  return [...built, spendShared(TIP + 5, TIP + 2)];
}

function buildShared(height: number) {
  const [a = '', b = '', c = '', d = ''] = KEYS;
  return buildBlock(VRSCTEST, height, [
    payConditions(1, [{ needed: 1, of: [a, b] }], 3n),
    payConditions(1, [{ needed: 1, of: [c, LOCKED] }], 5n),
    carryToken(payConditions(2, [{ needed: 2, of: [b, c, d] }], 7n), TOKEN),
    pay(d, 11n),
    ...(height === TIP + 1 ? [writeIdentity(LOCKED, { timelock: height + 2 })] : []),
  ]);
}

function spendShared(height: number, paidAt: number) {
  const [a = '', b = ''] = KEYS;
  const block = buildBlock(VRSCTEST, height, [payConditions(1, [{ needed: 1, of: [a, b] }], 4n)]);
  const paid = buildShared(paidAt).transactions[1];
  const spender = block.transactions[1];
  for (const vout of [0, 1, 2, 3])
    spender?.inputs.push(create(InputSchema, { txid: paid?.txid ?? new Uint8Array(), vout }));
  return block;
}
