import { createAddressHandler } from '@ledgergraph/addresses/indexing/handler';
import { normalizeBlock } from '@ledgergraph/blocks/following/normalize-block';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { hex } from '@ledgergraph/chain-kit/hex';
import { generateChain } from '@ledgergraph/generators/generated-chain/generate-chain';
import { type EnvironmentName, readNetworkMessage } from '@ledgergraph/graph-kit/network';
import { writePins } from '@ledgergraph/graph-kit/request-headers';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { applyBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';

/** More than any run takes; blocks are generated when they are applied. */
const BLOCKS_MAX = 1_000_000;
const BATCH_BLOCKS = 200;

interface Writer {
  db: ReturnType<typeof openWriter>;
  handler: ReturnType<typeof createAddressHandler>;
}

export class GrowingChain {
  readonly #network: ReturnType<typeof announcedNetwork>;
  readonly #blocks: Iterator<{ text: string }>;
  readonly #payments = new Map<string, number>();
  #writer: Writer | undefined;
  #pin = '';
  #growing: Promise<void> = Promise.resolve();

  /** @param recording gives the chain's name */
  constructor(seed: number, recording: Parameters<typeof announcedNetwork>[0] = 'vrsctest-a') {
    this.#network = announcedNetwork(recording);
    this.#blocks = generateChain({ seed, blocks: BLOCKS_MAX, chainId: this.#network.chainId });
  }

  get chainId(): string {
    return this.#network.chainId;
  }

  get environment(): EnvironmentName {
    return readNetworkMessage(this.#network).environment;
  }

  get isOpen(): boolean {
    return this.#writer !== undefined;
  }

  get pin(): string {
    return this.#pin;
  }

  /** The former database is closed first. */
  async openAt(url: string): Promise<void> {
    await this.close();
    this.#writer = { db: openWriter(url), handler: createAddressHandler() };
    await saveNetwork(this.#writer.db, this.#network);
  }

  /** Calls that overlap are done one after another. */
  grow(count: number): Promise<void> {
    const writer = this.#writer;
    if (writer === undefined) throw new Error('the chain has no database');
    this.#growing = this.#growing.then(() => this.#apply(count, writer));
    return this.#growing;
  }

  /** By outputs so far, the busiest first. */
  busiest(count: number): string[] {
    const sorted = [...this.#payments].toSorted(([, one], [, other]) => other - one);
    return sorted.slice(0, count).map(([address]) => address);
  }

  async close(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    await this.#growing;
    await writer?.db.$disconnect();
  }

  async #apply(count: number, writer: Writer): Promise<void> {
    for (let missing = count; missing > 0; missing -= BATCH_BLOCKS) {
      const batch = Array.from({ length: Math.min(missing, BATCH_BLOCKS) }, () => this.#next());
      await applyBlocks(writer, readNetworkMessage(this.#network), batch);
      const last = batch.at(-1);
      // A gateway pins a block once it is applied.
      if (last !== undefined) this.#pin = writePins([{ ...last, hash: hex(last.hash) }]);
    }
  }

  #next(): Block {
    const { value, done } = this.#blocks.next();
    if (done === true) throw new RangeError('the generated chain is over');
    const block = normalizeBlock(parseLossless(value.text) as JsonObject, this.#network.chainId);
    for (const { outputs } of block.transactions) {
      for (const address of outputs.flatMap(({ addresses }) => addresses)) {
        this.#payments.set(address, (this.#payments.get(address) ?? 0) + 1);
      }
    }
    return block;
  }
}
