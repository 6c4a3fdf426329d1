import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { hex } from '@ledgergraph/chain-kit/hex';
import { SPENT } from '#/texts/mark-texts.ts';
import { listMarks } from '#/texts/marked-text.ts';
import type { BlocksContext } from './loaders.ts';
import { openPool } from './open-pool.ts';

/** @param serial of the mempool; null: none is looked at @returns by mark: the members with which verusd names the input that spends an output, one in the mempool too; absent for an unspent one. */
export async function printSpends(
  marked: string,
  view: ChainView,
  context: BlocksContext,
  serial: bigint | null,
): Promise<ReadonlyMap<string, string>> {
  const marks = listMarks(marked).filter((mark) => mark.startsWith(SPENT));
  const printed = await Promise.all(
    marks.map(async (mark): Promise<[string, string] | undefined> => {
      const [txid = '', index] = mark.slice(SPENT.length).split(':');
      const output = { chainId: view.chainId, txid, vout: Number(index) };
      const spend =
        (serial === null ? null : await findPending(output, view, serial, context)) ??
        (await findMined(output, view, context));
      if (spend === null) return undefined;
      return [mark, `,"spentTxId":"${spend.txid}","spentIndex":${spend.index},"spentHeight":${spend.height}`];
    }),
  );
  return new Map(printed.filter((one) => one !== undefined));
}

/** Null where no mempool is known: below the latest block, and at a pin that names no change of it. */
export async function findSerial(view: ChainView, context: BlocksContext): Promise<bigint | null> {
  const { chainId, at } = view;
  if (at !== null || (context.hasPin(chainId) && context.poolSerial(chainId) === null)) return null;
  return (await openPool(context, chainId)).serial;
}

interface Output {
  chainId: string;
  txid: string;
  vout: number;
}

interface Spend {
  txid: string;
  index: number;
  height: number;
}

async function findMined(output: Output, view: ChainView, { loaders }: BlocksContext): Promise<Spend | null> {
  const spend = await loaders.spend.load(output);
  return spend !== undefined && spend.height <= view.height ? spend : null;
}

async function findPending(
  output: Output,
  { height }: ChainView,
  serial: bigint,
  { loaders }: BlocksContext,
): Promise<Spend | null> {
  const { chainId } = output;
  const spender = await loaders.pendingSpender.load({ ...output, height, serial });
  if (spender === null) return null;
  const body = await loaders.poolBody.load({ chainId, txid: spender });
  const inputs = body?.inputs ?? [];
  const index = inputs.findIndex(({ txid, vout }) => vout === output.vout && hex(txid) === output.txid);
  return { txid: spender, index, height: -1 };
}
