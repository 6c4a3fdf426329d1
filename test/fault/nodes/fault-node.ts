import type { Fault } from '@ledgergraph/recorded-node/fault';
import { type RecordedNode, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';

export interface FaultNodeOptions {
  recordingDir: string;
  tips: readonly string[];
  user: string;
  password: string;
}

/** A recorded node that can go away and come back at its address, with the tip of the present tick. */
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
    return new FaultNode(options, await startRecordedNode({ ...options, from: 0 }));
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

  async goAway(): Promise<void> {
    const node = this.#node;
    this.#node = undefined;
    await node?.stop();
  }

  async comeBack(): Promise<void> {
    if (this.#node !== undefined) return;
    const node = await startRecordedNode({ ...this.#options, from: 0, port: this.#port });
    if (this.#tick > 0) await node.advance(this.#tick);
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
