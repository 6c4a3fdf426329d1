import type { RecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import type { TestStack } from '@ledgergraph/test-kit/stack';
import { readMemoryBytes } from '../generated-backfill/watch-backfill.ts';
import { openExport } from './read-export.ts';
import { HOLDER, type StatementSums } from './statement-rows.ts';

/** Below every reorganisation, and above all rows. */
export const EXPORT_HEIGHT = 400;
/** Over three reorganisations. */
export const TIP_FROM = 408;
const TIP_TO = 444;
const STEPS = 50;
const MEMORY_LOOK_MS = 500;

export interface MovedExport {
  sums: StatementSums;
  /** Satoshis; each balance is the one before and the amount. */
  balance: bigint;
  faults: number;
  block: { height: number; hash: string; items: number; units: number };
  reorganisations: number;
  ms: number;
  /** Resident, when the first rows came, and at most. */
  memory: Record<string, { first: number; most: number }>;
}

const SATOSHIS = /^(-?)(\d+)\.(\d{8})$/;

/** The statement of `writeStatement`, with a step of the tip after each part of the rows. */
export async function exportWhileMoving(stack: TestStack, node: RecordedNode, rows: number): Promise<MovedExport> {
  const startedAt = performance.now();
  const path = `statement?height=${EXPORT_HEIGHT}&address=${HOLDER}&currency=VRSCTEST`;
  const response = await openExport(stack.address, path);
  const header = (name: string): string => String(response.headers[`x-export-${name}`]);
  const reader = new StatementReader();
  const memory = new MemoryWatch(stack);
  const tip = new MovingTip(stack, node);
  let stepAt = rows / STEPS;
  for await (const chunk of response) {
    reader.read(String(chunk));
    memory.look();
    while (reader.sums.rows >= stepAt) {
      stepAt += rows / STEPS;
      await tip.step();
    }
  }
  return {
    sums: reader.sums,
    balance: reader.balance,
    faults: reader.faults,
    memory: memory.found,
    block: {
      height: Number(header('block-height')),
      hash: header('block-hash'),
      items: Number(header('items')),
      units: Number(header('units')),
    },
    reorganisations: tip.reorganisations,
    ms: performance.now() - startedAt,
  };
}

class StatementReader {
  readonly sums: StatementSums = { rows: 0, amount: 0n, fee: 0n, counterparties: 0 };
  balance = 0n;
  faults = 0;
  #rest = '';
  #isBegun = false;

  read(text: string): void {
    const lines = (this.#rest + text).split('\r\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (this.#isBegun) this.#add(line.split(','));
      this.#isBegun = true;
    }
  }

  #add([, , , , , amount = '', fee = '', balance = '', counterparty = '']: string[]): void {
    this.sums.rows += 1;
    this.sums.amount += satoshisOf(amount);
    this.sums.fee += satoshisOf(fee);
    if (counterparty !== '') this.sums.counterparties += 1;
    if (this.balance + satoshisOf(amount) !== satoshisOf(balance)) this.faults += 1;
    this.balance = satoshisOf(balance);
  }
}

function satoshisOf(text: string): bigint {
  const [, sign, coins, rest] = SATOSHIS.exec(text) ?? [];
  if (coins === undefined) throw new Error(`not an amount: ${text}`);
  return BigInt(`${sign}${coins}${rest}`);
}

class MovingTip {
  readonly #stack: TestStack;
  readonly #node: RecordedNode;
  readonly #reached = new Set<string>();

  constructor(stack: TestStack, node: RecordedNode) {
    this.#stack = stack;
    this.#node = node;
  }

  get reorganisations(): number {
    return this.#reached.size;
  }

  async step(): Promise<void> {
    if (this.#node.tip().height >= TIP_TO) return;
    await this.#stack.waitForTip('test', await this.#node.advance());
    const { data } = await this.#stack.query('test', '{ syncState { lastReorg { newTipHash } } }');
    const reached = data.syncState.lastReorg?.newTipHash;
    if (reached !== undefined) this.#reached.add(reached);
  }
}

class MemoryWatch {
  readonly found: Record<string, { first: number; most: number }> = {};
  readonly #stack: TestStack;
  #lookedAt = 0;

  constructor(stack: TestStack) {
    this.#stack = stack;
  }

  look(): void {
    if (performance.now() - this.#lookedAt < MEMORY_LOOK_MS) return;
    this.#lookedAt = performance.now();
    for (const { name, pid } of this.#stack.running.processes) {
      const bytes = pid === undefined ? undefined : readMemoryBytes(pid);
      if (bytes === undefined) continue;
      const { first, most } = this.found[name] ?? { first: bytes, most: bytes };
      this.found[name] = { first, most: Math.max(most, bytes) };
    }
  }
}
