import type { ChainBlock, RecordedChain, Spend } from './recorded-chain.ts';
import { buildSchedule } from './schedule.ts';

/** Blocks that a step of the tip took off the active chain and put onto it. */
export interface TipMove {
  /** From the old tip downwards. */
  removed: ChainBlock[];
  /** From the fork upwards. */
  added: ChainBlock[];
}

/** The transaction that spends an output, wherever it is. */
export interface Spender {
  txid: string;
  inputIndex: number;
  /** -1 while the spender is in the pool only. */
  height: number;
}

/** Finds the pool's spend of an output. */
export type FindPoolSpend = (txid: string, outputIndex: number | string) => Omit<Spender, 'height'> | undefined;

/**
 * State of the node at one position of its schedule. A pure function of that position: nothing above the tip is
 * visible.
 */
export class ChainView {
  readonly #chain: RecordedChain;
  readonly #schedule: ChainBlock[];
  /** First position at which a block is known. */
  readonly #knownFrom = new Map<string, number>();
  readonly #active: ChainBlock[] = [];
  readonly #recordedEnd: number;
  #position = 0;
  #findPoolSpend: FindPoolSpend = () => undefined;

  /** @param schedule tips to stand on, in order; default: those of the recording */
  constructor(chain: RecordedChain, schedule: readonly ChainBlock[] = buildSchedule(chain)) {
    this.#chain = chain;
    this.#schedule = [];
    for (const tip of schedule) this.append(tip);
    this.#recordedEnd = this.lastPosition;
    this.moveTo(0);
  }

  /** Adds a last tip to stand on; its blocks are in the chain. */
  append(tip: ChainBlock): void {
    for (const block of this.#branchTo(tip, (hash) => this.#knownFrom.has(hash))) {
      this.#knownFrom.set(block.hash, this.#schedule.length);
    }
    this.#schedule.push(tip);
  }

  get position(): number {
    return this.#position;
  }

  /** Tip of the last position. */
  get lastTip(): ChainBlock {
    return this.#schedule.at(-1) ?? this.tip;
  }

  get lastPosition(): number {
    return this.#schedule.length - 1;
  }

  get isFinal(): boolean {
    return this.#position === this.lastPosition;
  }

  /** True on the tip that the recording ends with: there the recorded answers hold. */
  get isRecordedEnd(): boolean {
    return this.#position === this.#recordedEnd;
  }

  /** True above the recording: on a block that was generated to continue it. */
  get isContinued(): boolean {
    return this.tip.height >= this.#chain.main.length;
  }

  get tip(): ChainBlock {
    const tip = this.#schedule[this.#position];
    if (tip === undefined) throw new Error('the schedule has no tip here');
    return tip;
  }

  /** First position whose tip is at least that high; undefined above the recorded tip. */
  findPositionOfHeight(height: number): number | undefined {
    const position = this.#schedule.findIndex((tip) => tip.height >= height);
    return position === -1 ? undefined : position;
  }

  findPositionOfTip(hash: string): number | undefined {
    const position = this.#schedule.findIndex((tip) => tip.hash === hash);
    return position === -1 ? undefined : position;
  }

  moveTo(position: number): TipMove {
    this.#position = Math.max(0, Math.min(position, this.lastPosition));
    const added = this.#branchTo(this.tip, (hash) => this.isActive(hash)).reverse();
    const removed = this.#active.splice(added[0]?.height ?? this.tip.height + 1).reverse();
    this.#active.push(...added);
    return { removed, added };
  }

  /** The blocks that the next step of the schedule puts onto the active chain, from the lowest up. */
  listNextBlocks(): ChainBlock[] {
    const next = this.#schedule[this.#position + 1];
    return next === undefined ? [] : this.#branchTo(next, (hash) => this.isActive(hash)).reverse();
  }

  /** From now on the pool's spends show as well. */
  showPool(find: FindPoolSpend): void {
    this.#findPoolSpend = find;
  }

  isActive(hash: string): boolean {
    const block = this.#chain.blocks.get(hash);
    return block !== undefined && this.#active[block.height]?.hash === hash;
  }

  /** True for a block of the chain that the recording ends with. */
  isFinalChain({ height, hash }: ChainBlock): boolean {
    return this.#chain.main[height]?.hash === hash;
  }

  /** The active chain's block at a height up to the tip. */
  findActive(height: number): ChainBlock | undefined {
    return this.#active[height];
  }

  /** A block on any branch the node has followed so far. */
  findKnown(hash: string): ChainBlock | undefined {
    const knownFrom = this.#knownFrom.get(hash);
    return knownFrom === undefined || knownFrom > this.#position ? undefined : this.#chain.blocks.get(hash);
  }

  /** As the daemon counts: 1 at the tip, -1 off the active chain. */
  confirmations(block: ChainBlock): number {
    return this.isActive(block.hash) ? this.tip.height - block.height + 1 : -1;
  }

  /** Finds the spend of an output on the active chain. */
  findSpend(txid: string, outputIndex: number | string): Spend | undefined {
    return this.#chain.spends.get(`${txid}:${outputIndex}`)?.find(({ block }) => this.isActive(block.hash));
  }

  /** Finds the spender of an output in the pool or on the active chain. */
  findSpender(txid: string, outputIndex: number | string): Spender | undefined {
    const pooled = this.#findPoolSpend(txid, outputIndex);
    if (pooled !== undefined) return { ...pooled, height: -1 };
    const spend = this.findSpend(txid, outputIndex);
    return spend === undefined ? undefined : { ...spend, height: spend.block.height };
  }

  /** The active block that holds a transaction. */
  findActiveBlockOf(txid: string): ChainBlock | undefined {
    return this.#chain.blocksOfTransaction.get(txid)?.find(({ hash }) => this.isActive(hash));
  }

  /** The block that holds a transaction: the active one, else one that was left behind. */
  findBlockOfTransaction(txid: string): ChainBlock | undefined {
    const known = this.#chain.blocksOfTransaction.get(txid)?.filter(({ hash }) => this.findKnown(hash)) ?? [];
    return known.find(({ hash }) => this.isActive(hash)) ?? known.at(-1);
  }

  /** Tips of the branches left behind and the number of their blocks off the active chain, the highest first. */
  listForks(): { tip: ChainBlock; branchLength: number }[] {
    const left = [...this.#knownFrom.keys()].flatMap((hash) => this.#findLeft(hash) ?? []);
    const parents = new Set(left.map(({ previousHash }) => previousHash));
    return left
      .filter(({ hash }) => !parents.has(hash))
      .map((tip) => ({ tip, branchLength: this.#branchTo(tip, (hash) => this.isActive(hash)).length }))
      .sort((a, b) => b.tip.height - a.tip.height);
  }

  #findLeft(hash: string): ChainBlock | undefined {
    const block = this.findKnown(hash);
    return block === undefined || this.isActive(hash) ? undefined : block;
  }

  /** From a block downwards to the first that `stop` accepts, that one left out. */
  #branchTo(tip: ChainBlock, stop: (hash: string) => boolean): ChainBlock[] {
    const branch: ChainBlock[] = [];
    for (let block: ChainBlock | undefined = tip; block !== undefined && !stop(block.hash); ) {
      branch.push(block);
      block = block.previousHash === null ? undefined : this.#chain.blocks.get(block.previousHash);
    }
    return branch;
  }
}
