import type { Fault } from '@ledgergraph/recorded-node/fault';
import { type RecordedNode, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';

export interface FaultNodeOptions {
  recordingDir: string;
  tips: readonly string[];
  user: string;
  password: string;
}

/** It can go away and come back with an empty mempool, which its next blocks' transactions enter ahead of them. */
export class FaultNode {
  #options: FaultNodeOptions;
  readonly #port: number;
  readonly url: string;
  #node: RecordedNode | undefined;
  #tick = 0;

  private constructor(options: FaultNodeOptions, node: RecordedNode) {
    this.#options = options;
    this.url = node.url;
    this.#port = Number(new URL(node.url).port);
    this.#node = node;
  }

  static async start(options: FaultNodeOptions): Promise<FaultNode> {
    return new FaultNode(options, await startRecordedNode({ ...options, from: 0, pool: true }));
  }

  async moveTo(tick: number): Promise<void> {
    const steps = tick - this.#tick;
    this.#tick = tick;
    if (steps > 0) await this.#node?.advance(steps);
  }

  setFault(fault: Fault | null): void {
    this.#node?.setFault(fault);
  }

  setLatency(ms: number): void {
    this.#node?.setLatency(ms);
  }

  /** Empty while it is away. */
  pool(): string[] {
    return this.#node?.pool() ?? [];
  }

  /** Grows while it is the one that is followed. */
  get poolLooks(): number {
    return this.#node?.countCalls('getmempoolinfo') ?? 0;
  }

  dropPool(): void {
    this.#node?.dropPool();
  }

  /** Those that the mempool takes, then `next` of the blocks to come. */
  enterPool(txids: readonly string[], next: number): void {
    for (const txid of txids) this.#enter(txid);
    this.#node?.enterPool(next);
  }

  #enter(txid: string): void {
    try {
      this.#node?.enterPool([txid]);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('the pool refuses'))) throw error;
    }
  }

  async goAway(): Promise<void> {
    const node = this.#node;
    this.#node = undefined;
    await node?.stop();
  }

  async comeBack(): Promise<void> {
    if (this.#node !== undefined) return;
    const node = await startRecordedNode({ ...this.#options, from: 0, port: this.#port, pool: true });
    if (this.#tick > 0) await node.advance(this.#tick);
    node.dropPool();
    this.#node = node;
  }

  /** At the last of its tips. */
  async beReplaced(chain: Pick<FaultNodeOptions, 'recordingDir' | 'tips'>): Promise<void> {
    await this.goAway();
    this.#options = { ...this.#options, ...chain };
    this.#tick = chain.tips.length - 1;
    await this.comeBack();
  }
}
