import { type BlockTemplate, cutBlock, renderBlock } from './block-template.ts';
import { ChainView } from './chain-view.ts';
import { findNotarizedRoot, listConfirmedRoots } from './notarized-root.ts';
import { RecordedAnswers } from './recorded-answers.ts';
import { type ChainBlock, loadRecordedChain, type RecordedChain } from './recorded-chain.ts';

/** Everything a call can read: the recording, and the tip it is read at. */
export class NodeState {
  readonly chain: RecordedChain;
  readonly view: ChainView;
  readonly answers: RecordedAnswers;
  readonly #roots: ReturnType<typeof listConfirmedRoots>;
  readonly #templates = new Map<string, BlockTemplate>();

  /** @param tips hashes of the tips to stand on, in order, on any branch; default: the recording's own schedule */
  constructor(dir: string, tips?: readonly string[]) {
    this.chain = loadRecordedChain(dir);
    this.view = new ChainView(
      this.chain,
      tips?.map((hash) => findBlock(this.chain, hash)),
    );
    this.answers = new RecordedAnswers(dir);
    this.#roots = listConfirmedRoots(this.chain);
  }

  /** `getblock` as of the tip. */
  renderBlock(block: ChainBlock, verbosity: 1 | 2): string {
    const template = this.#templates.get(block.hash) ?? cutBlock(block, this.chain);
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
