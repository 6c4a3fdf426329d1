import type { ChainNode } from '@ledgergraph/blocks/following/chain-node';
import { normalizeBlock } from '@ledgergraph/blocks/following/normalize-block';
import { normalizePoolTransaction } from '@ledgergraph/blocks/following/normalize-pool-transaction';
import { readBlock } from '@ledgergraph/blocks/indexing/read-blocks';
import type { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { PooledTransactions } from './pooled-transactions.ts';

/** In this process, without a connection; it parses its answers as a real node's client does. */
export class BenchNode implements ChainNode {
  readonly #chain: ChainFile;
  readonly #chainId: string;
  readonly #pooled: PooledTransactions;
  #height: number;
  #listed = '[]';
  #mark = 0;
  #whenMarked: () => void = () => undefined;

  constructor(chain: ChainFile, chainId: string, height: number, pooled: PooledTransactions) {
    this.#chain = chain;
    this.#chainId = chainId;
    this.#height = height;
    this.#pooled = pooled;
  }

  get tip(): ChainNode['tip'] {
    const { hash, chainwork, chainstake } = this.#chain.facts(this.#height);
    return { height: this.#height, hash, power: { chainwork, chainstake } };
  }

  /** @throws RangeError at the end of the chain */
  grow(): void {
    this.#chain.facts(this.#height + 1);
    this.#height += 1;
  }

  /** The mark changes also where the transactions are the same. */
  hold(txids: readonly string[]): void {
    this.#listed = JSON.stringify(txids);
    this.#mark += 1;
  }

  asked(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenMarked = resolve;
    });
  }

  isAnswering = async () => true;
  findHash = async (height: number) => (height > this.#height ? null : this.#chain.facts(height).hash);
  readAbandoned = async () => null;
  hasAbandoned = async () => false;
  findNotarizedHash = async () => null;
  findNativeDefinition = async () => null;

  readBlocks = async (fromHeight: number, toHeight: number) =>
    Array.from({ length: toHeight - fromHeight + 1 }, (_, index) => {
      const height = fromHeight + index;
      const block = parseLossless(this.#chain.read(height).toString()) as JsonObject;
      return readBlock(normalizeBlock(block, this.#chainId));
    });

  readPoolMark = async () => {
    this.#whenMarked();
    return String(this.#mark);
  };

  readPool = async (ownTip: string) =>
    ownTip === this.tip.hash ? { txids: parseLossless(this.#listed) as string[], tipHash: ownTip } : null;

  readPoolTransactions = async (txids: readonly string[]) =>
    txids.map((txid) => normalizePoolTransaction(this.#pooled.answer(txid), this.#chainId));
}
