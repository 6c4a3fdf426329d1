import { type BlockTemplate, cutBlock, renderBlock } from './block-template.ts';
import { BoundedMap } from './bounded-map.ts';
import { ChainView } from './chain-view.ts';
import { KnownTransactions } from './known-transactions.ts';
import { Mempool } from './mempool.ts';
import { findNotarizedRoot, listConfirmedRoots } from './notarized-root.ts';
import { RecordedAnswers } from './recorded-answers.ts';
import { type ChainBlock, loadRecordedChain, type RecordedChain } from './recorded-chain.ts';
import { type RecordedAction, readRecordedActions } from './recorded-events.ts';
import { RecordedSends } from './recorded-sends.ts';

const TEMPLATES_KEPT = 1_000;

export class NodeState {
  readonly chain: RecordedChain;
  readonly view: ChainView;
  readonly answers: RecordedAnswers;
  /** Empty where the recording has no `events.jsonl.gz`. */
  readonly actions: RecordedAction[];
  readonly known: KnownTransactions;
  readonly mempool: Mempool;
  readonly sends: RecordedSends;
  readonly #roots: ReturnType<typeof listConfirmedRoots>;
  readonly #templates = new BoundedMap<string, BlockTemplate>(TEMPLATES_KEPT);

  /** @param tips hashes of tips in order, on any branch; default: the recording's own schedule */
  constructor(dir: string, tips?: readonly string[]) {
    this.chain = loadRecordedChain(dir);
    this.actions = readRecordedActions(dir);
    this.view = new ChainView(
      this.chain,
      tips?.map((hash) => findBlock(this.chain, hash)),
    );
    this.answers = new RecordedAnswers(dir);
    this.known = new KnownTransactions(this.chain, this.actions);
    this.mempool = new Mempool(this.view, this.known);
    this.sends = new RecordedSends(this.actions);
    this.#roots = listConfirmedRoots(this.chain);
  }

  renderBlock(block: ChainBlock, verbosity: 1 | 2): string {
    const template = this.#templates.get(block.hash) ?? cutBlock(block, (txid) => this.known.find(txid)?.text);
    this.#templates.set(block.hash, template);
    return renderBlock(block, template, verbosity, this.view);
  }

  /** CProofRoot as JSON text; undefined before the notary chain confirmed one. */
  findNotarizedRoot(): string | undefined {
    return findNotarizedRoot(this.#roots, this.view);
  }
}

function findBlock({ blocks }: RecordedChain, hash: string): ChainBlock {
  const block = blocks.get(hash);
  if (block === undefined) throw new RangeError(`the recording has no block ${hash}`);
  return block;
}
