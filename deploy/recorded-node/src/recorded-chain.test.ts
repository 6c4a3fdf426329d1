import { memberText } from '@ledgergraph/verus-protocol/json-text';
import { type BlockTemplate, cutBlock, renderBlock } from './block-template.ts';
import { ChainView } from './chain-view.ts';
import { KnownTransactions } from './known-transactions.ts';
import { type ChainBlock, loadRecordedChain } from './recorded-chain.ts';
import { readLines, recordingDir } from './recording.ts';

const chain = loadRecordedChain(recordingDir('vrsctest-a'));
const known = new KnownTransactions(chain, []);
const LAST = chain.main.length - 1;

function viewAt(position: (view: ChainView) => number | undefined): ChainView {
  const view = new ChainView(chain);
  view.moveTo(position(view) ?? -1);
  return view;
}

function cut(block: ChainBlock, known: KnownTransactions): BlockTemplate {
  return cutBlock(block, (txid) => known.find(txid)?.text);
}

function render(view: ChainView, hash: string | undefined): string {
  const block = chain.blocks.get(hash ?? '');
  return block === undefined ? '' : renderBlock(block, cut(block, known), 2, view);
}

interface Output {
  n: number;
  spentTxId?: string;
  spentHeight?: number;
}
interface Answer {
  confirmations: number;
  nextblockhash?: string;
  height: number;
  hash: string;
  tx: { txid: string; vin: { txid?: string; vout: number; value?: number; address?: string }[]; vout: Output[] }[];
}
function parse(text: string): Answer {
  return JSON.parse(text);
}

test.each(['vrsctest-a', 'pchain-a'] as const)('at the recorded tip of %s every block is the recorded text', (name) => {
  const recorded = name === 'vrsctest-a' ? chain : loadRecordedChain(recordingDir(name));
  const transactions = new KnownTransactions(recorded, []);
  const view = new ChainView(recorded);
  view.moveTo(view.lastPosition);
  let compared = 0;
  for (const file of ['blocks.jsonl.gz', 'orphans.jsonl.gz']) {
    for (const line of readLines(recordingDir(name), file)) {
      const printed = memberText(line, 'block');
      const block = recorded.blocks.get(JSON.parse(line).hash);
      if (printed === undefined || block === undefined) throw new Error('a line without its block');
      const text = renderBlock(block, cut(block, transactions), 2, view);
      // Not expect(): its message would print both blocks.
      if (text !== printed) throw new Error(`block ${block.height} ${block.hash} differs`);
      compared += 1;
    }
  }
  expect(compared).toBe(recorded.blocks.size);
});

test('at every position nothing above the tip or off the branch shows in an active block', () => {
  const view = new ChainView(chain);
  for (const position of [0, 1, 120, 300, 411, 412, 413, 414, 416, 417, 424, 425, 440, view.lastPosition - 1]) {
    view.moveTo(position);
    for (let height = Math.max(0, view.tip.height - 25); height <= view.tip.height; height += 1) {
      const block = parse(render(view, view.findActive(height)?.hash));
      expect(block.confirmations).toBe(view.tip.height - height + 1);
      expect(block.nextblockhash).toBe(view.findActive(height + 1)?.hash);
      for (const { vin, vout } of block.tx) {
        for (const { txid, value, address } of vin) {
          if (txid !== undefined) expect([typeof value, typeof address]).toEqual(['number', 'string']);
        }
        for (const { spentTxId, spentHeight } of vout) {
          if (spentTxId === undefined) continue;
          expect(spentHeight).toBeLessThanOrEqual(view.tip.height);
          expect(view.findActive(spentHeight ?? -1)?.txids).toContain(spentTxId);
        }
      }
    }
  }
});

test('outputs spent on an orphaned branch show that spender while it is the active one, and the other one later', () => {
  const orphan = chain.branches[0]?.[0];
  const spend = [...chain.spends].find(([, all]) => all.length > 1 && all.some(({ block }) => block === orphan));
  const [txid = '', index = ''] = spend?.[0].split(':') ?? [];
  const onBranch = viewAt((view) => view.findPositionOfTip(orphan?.hash ?? ''));
  const after = viewAt((view) => view.lastPosition);
  const spender = (view: ChainView): string | undefined => {
    const block = parse(render(view, view.findBlockOfTransaction(txid)?.hash));
    return block.tx.find((tx) => tx.txid === txid)?.vout[Number(index)]?.spentTxId;
  };
  expect(spender(onBranch)).toBe(spend?.[1].find(({ block }) => block === orphan)?.txid);
  expect(spender(after)).toBe(spend?.[1].find(({ block }) => block !== orphan)?.txid);
});

test('the schedule walks every orphaned branch and leaves it for a longer chain in one step', () => {
  const view = new ChainView(chain);
  const tips = Array.from({ length: view.lastPosition + 1 }, (_, position) => {
    view.moveTo(position);
    return { height: view.tip.height, orphan: !chain.main.includes(view.tip) };
  });
  expect(tips.filter(({ orphan }) => orphan).map(({ height }) => height)).toEqual([
    413, 414, 415, 416, 423, 424, 429, 430, 431, 432, 433, 434, 435, 436, 437, 438, 439, 440,
  ]);
  // The height always grows, as on a node that only goes over to longer chains.
  expect(tips.map(({ height }) => height)).toEqual(Array.from({ length: LAST + 1 }, (_, height) => height));
  expect(tips.at(-1)).toEqual({ height: LAST, orphan: false });
});

test('a view is a pure function of its position: moving back and forth changes nothing', () => {
  const [walked, jumped] = [new ChainView(chain), new ChainView(chain)];
  for (const position of [430, 12, 415, 417, 416, 600]) walked.moveTo(position);
  jumped.moveTo(600);
  const hashes = (view: ChainView) => Array.from({ length: 700 }, (_, height) => view.findActive(height)?.hash);
  expect(hashes(walked)).toEqual(hashes(jumped));
  expect(walked.listForks()).toEqual(jumped.listForks());
});

test('a block left behind stays readable with confirmations -1; one not yet reached is unknown', () => {
  const orphan = chain.branches[0]?.[1];
  const before = viewAt((view) => view.findPositionOfHeight(413));
  const after = viewAt((view) => view.findPositionOfHeight(417));
  expect(before.findKnown(orphan?.hash ?? '')).toBeUndefined();
  expect(after.findKnown(orphan?.hash ?? '')).toBe(orphan);
  const answer = parse(render(after, orphan?.hash));
  expect(answer.confirmations).toBe(-1);
  expect(answer.nextblockhash).toBeUndefined();
  expect(after.listForks()).toEqual([{ tip: chain.branches[0]?.at(-1), branchLength: 4 }]);
});

test('it stands on any given tips, back and forth', () => {
  const tip = (branch: number) => chain.branches[branch]?.at(-1);
  const tips = [chain.main[420], tip(0), chain.main[10], tip(2), chain.main[420]].flatMap((block) => block ?? []);
  const view = new ChainView(chain, tips);
  expect(view.lastPosition).toBe(4);
  for (const [position, { hash, height }] of tips.entries()) {
    view.moveTo(position);
    expect(view.tip.hash).toBe(hash);
    expect([view.findActive(height)?.hash, view.findActive(height + 1)]).toEqual([hash, undefined]);
  }
});
