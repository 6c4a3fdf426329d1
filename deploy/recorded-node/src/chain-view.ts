import type { ChainBlock, RecordedChain, Spend } from './recorded-chain.ts';
import { buildSchedule } from './schedule.ts';

export interface TipMove {
  /** From the old tip downwards. */
  removed: ChainBlock[];
  /** From the fork upwards. */
  added: ChainBlock[];
}

export interface Spender {
  txid: string;
  inputIndex: number;
  /** -1 while the spender is in the pool only. */
  height: number;
}

export type FindPoolSpend = (txid: string, outputIndex: number | string) => Omit<Spender, 'height'> | undefined;

/** A pure function of the position in the schedule: nothing above the tip is visible. */
export class ChainView {
  readonly #chain: RecordedChain;
  readonly #schedule: ChainBlock[];
  readonly #knownFrom = new Map<string, number>();
  readonly #active: ChainBlock[] = [];
  readonly #recordedEnd: number;
  #position = 0;
  #findPoolSpend: FindPoolSpend = () => undefined;

  constructor(chain: RecordedChain, schedule: readonly ChainBlock[] = buildSchedule(chain)) {
    this.#chain = chain;
    this.#schedule = [];
    for (const tip of schedule) this.append(tip);
    this.#recordedEnd = this.lastPosition;
    this.moveTo(0);
  }

  append(tip: ChainBlock): void {
    for (const block of this.#branchTo(tip, (hash) => this.#knownFrom.has(hash))) {
      this.#knownFrom.set(block.hash, this.#schedule.length);
    }
    this.#schedule.push(tip);
  }

  get position(): number {
    return this.#position;
  }

  get lastTip(): ChainBlock {
    return this.#schedule.at(-1) ?? this.tip;
  }

  get lastPosition(): number {
    return this.#schedule.length - 1;
  }

  get isFinal(): boolean {
    return this.#position === this.lastPosition;
  }

  get isRecordedEnd(): boolean {
    return this.#position === this.#recordedEnd;
  }

  /** Above the recording, on a generated block. */
  get isContinued(): boolean {
    return this.tip.height >= this.#chain.main.length;
  }

  get tip(): ChainBlock {
    const tip = this.#schedule[this.#position];
    if (tip === undefined) throw new Error('the schedule has no tip here');
    return tip;
  }

  /** Undefined above the recorded tip. */
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

  listNextBlocks(): ChainBlock[] {
    const next = this.#schedule[this.#position + 1];
    return next === undefined ? [] : this.#branchTo(next, (hash) => this.isActive(hash)).reverse();
  }

  showPool(find: FindPoolSpend): void {
    this.#findPoolSpend = find;
  }

  isActive(hash: string): boolean {
    const block = this.#chain.blocks.get(hash);
    return block !== undefined && this.#active[block.height]?.hash === hash;
  }

  isFinalChain({ height, hash }: ChainBlock): boolean {
    return this.#chain.main[height]?.hash === hash;
  }

  findActive(height: number): ChainBlock | undefined {
    return this.#active[height];
  }

  findKnown(hash: string): ChainBlock | undefined {
    const knownFrom = this.#knownFrom.get(hash);
    return knownFrom === undefined || knownFrom > this.#position ? undefined : this.#chain.blocks.get(hash);
  }

  /** As the daemon counts: 1 at the tip, -1 off the active chain. */
  confirmations(block: ChainBlock): number {
    return this.isActive(block.hash) ? this.tip.height - block.height + 1 : -1;
  }

  findSpend(txid: string, outputIndex: number | string): Spend | undefined {
    return this.#chain.spends.get(`${txid}:${outputIndex}`)?.find(({ block }) => this.isActive(block.hash));
  }

  findSpender(txid: string, outputIndex: number | string): Spender | undefined {
    const pooled = this.#findPoolSpend(txid, outputIndex);
    if (pooled !== undefined) return { ...pooled, height: -1 };
    const spend = this.findSpend(txid, outputIndex);
    return spend === undefined ? undefined : { ...spend, height: spend.block.height };
  }

  findActiveBlockOf(txid: string): ChainBlock | undefined {
    return this.#chain.blocksOfTransaction.get(txid)?.find(({ hash }) => this.isActive(hash));
  }

  /** An active block comes before one of an abandoned branch. */
  findBlockOfTransaction(txid: string): ChainBlock | undefined {
    const known = this.#chain.blocksOfTransaction.get(txid)?.filter(({ hash }) => this.findKnown(hash)) ?? [];
    return known.find(({ hash }) => this.isActive(hash)) ?? known.at(-1);
  }

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

  /** Excludes the block that `stop` accepts. */
  #branchTo(tip: ChainBlock, stop: (hash: string) => boolean): ChainBlock[] {
    const branch: ChainBlock[] = [];
    for (let block: ChainBlock | undefined = tip; block !== undefined && !stop(block.hash); ) {
      branch.push(block);
      block = block.previousHash === null ? undefined : this.#chain.blocks.get(block.previousHash);
    }
    return branch;
  }
}
