import { memberText } from '@ledgergraph/verus-protocol/json-text';
import { type RecordingMeta, readLines, readMeta } from './recording.ts';

export interface ChainBlock {
  hash: string;
  height: number;
  previousHash: string | null;
  time: number;
  txids: string[];
  /** `getblock <hash> 2` verbatim, as of the recording. */
  text: string;
}

export interface Spend {
  txid: string;
  inputIndex: number;
  block: ChainBlock;
}

export interface RecordedChain {
  meta: RecordingMeta;
  main: ChainBlock[];
  /** Abandoned branches in the order of the recording. */
  branches: ChainBlock[][];
  blocks: ReadonlyMap<string, ChainBlock>;
  /** Main chain first; a reorganisation can return a transaction in another block. */
  blocksOfTransaction: ReadonlyMap<string, ChainBlock[]>;
  /** By `txid:index`: every spend of that output on any branch. */
  spends: ReadonlyMap<string, Spend[]>;
  add(block: ChainBlock, transactions: readonly SpendingTransaction[]): void;
}

export interface SpendingTransaction {
  txid: string;
  /** A coinbase has no txid. */
  vin: readonly { txid?: string; vout?: number }[];
}

interface BlockFacts {
  hash: string;
  height: number;
  previousblockhash?: string;
  time: number;
  tx: SpendingTransaction[];
}

interface Indexes {
  blocksOfTransaction: Map<string, ChainBlock[]>;
  spends: Map<string, Spend[]>;
}

/** @throws Error when heights have a gap or a block does not follow the one before */
export function loadRecordedChain(dir: string): RecordedChain {
  const meta = readMeta(dir);
  const indexes: Indexes = { blocksOfTransaction: new Map(), spends: new Map() };
  const main: ChainBlock[] = [];
  for (const line of readLines(dir, 'blocks.jsonl.gz')) {
    const block = readBlock(line, indexes);
    if (block.height !== main.length || block.previousHash !== (main.at(-1)?.hash ?? null)) {
      throw new Error(`the recorded block at height ${block.height} does not follow the one before`);
    }
    main.push(block);
  }
  if (main.length === 0) throw new Error('the recording has no blocks');
  const branches: ChainBlock[][] = [];
  for (const line of readLines(dir, 'orphans.jsonl.gz')) {
    const block = readBlock(line, indexes);
    const branch = branches.at(-1);
    if (branch !== undefined && branch.at(-1)?.hash === block.previousHash) branch.push(block);
    else branches.push([block]);
  }
  const blocks = new Map([...main, ...branches.flat()].map((block) => [block.hash, block]));
  for (const [first] of branches) {
    if (!blocks.has(first?.previousHash ?? ''))
      throw new Error('an orphaned branch does not begin on a recorded block');
  }
  const add: RecordedChain['add'] = (block, transactions) => {
    blocks.set(block.hash, block);
    index(block, transactions, indexes);
  };
  return { meta, main, branches, blocks, ...indexes, add };
}

function readBlock(line: string, indexes: Indexes): ChainBlock {
  const text = memberText(line, 'block');
  if (text === undefined) throw new Error('a recorded line without a block');
  // Floats are harmless here: none of these facts is an amount.
  const facts: BlockFacts = JSON.parse(text);
  const block: ChainBlock = {
    hash: facts.hash,
    height: facts.height,
    previousHash: facts.previousblockhash ?? null,
    time: facts.time,
    txids: facts.tx.map(({ txid }) => txid),
    text,
  };
  index(block, facts.tx, indexes);
  return block;
}

function index(
  block: ChainBlock,
  transactions: readonly SpendingTransaction[],
  { blocksOfTransaction, spends }: Indexes,
): void {
  for (const { txid, vin } of transactions) {
    append(blocksOfTransaction, txid, block);
    for (const [inputIndex, input] of vin.entries()) {
      if (input.txid !== undefined) append(spends, `${input.txid}:${input.vout}`, { txid, inputIndex, block });
    }
  }
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
