import type { Fault } from '@ledgergraph/recorded-node/fault';
import { type RecordedNode, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';

export interface FaultNodeOptions {
  recordingDir: string;
  tips: readonly string[];
  user: string;
  password: string;
}

/**
 * A recorded node that can go away and come back at its address, with the tip of the present tick and an empty mempool. The
 * transactions of its next blocks enter the mempool ahead of them.
 */
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

  /** Moves on to the tip of a tick. */
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

  /** Ids of its mempool's transactions; none while it is away. */
  pool(): string[] {
    return this.#node?.pool() ?? [];
  }

  /** Number of times that its mempool was looked at since it came: grows while it is the one that is followed. */
  get poolLooks(): number {
    return this.#node?.countCalls('getmempoolinfo') ?? 0;
  }

  dropPool(): void {
    this.#node?.dropPool();
  }

  /** Lets transactions enter: those of `txids` that the mempool takes, then `next` of the blocks that come next. */
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

  /** Gives its place to a node of another recording, at the last of these tips. */
  async beReplaced(chain: Pick<FaultNodeOptions, 'recordingDir' | 'tips'>): Promise<void> {
    await this.goAway();
    this.#options = { ...this.#options, ...chain };
    this.#tick = chain.tips.length - 1;
    await this.comeBack();
  }
}
