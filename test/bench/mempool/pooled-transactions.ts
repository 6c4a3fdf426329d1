import { createHash } from 'node:crypto';
import type { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';

const POOLED_BYTES = 300;
const RAW = '00'.repeat(POOLED_BYTES);

/** All but coinbases. @param blocks how many to look at */
export function readTemplates(chain: ChainFile, blocks: number): JsonObject[] {
  return Array.from({ length: blocks }, (_, height) => {
    const { tx } = parseLossless(chain.read(height).toString()) as { tx: JsonObject[] };
    return tx.slice(1);
  }).flat();
}

/** Without end: only txids stay in memory. */
export class PooledTransactions {
  readonly #templates: readonly JsonObject[];
  readonly #drawn = new Map<string, JsonObject>();
  #next = 0;

  /** @throws RangeError without templates */
  constructor(templates: readonly JsonObject[]) {
    if (templates.length === 0) throw new RangeError('no transactions to copy');
    this.#templates = templates;
  }

  draw(count: number): string[] {
    return Array.from({ length: count }, () => {
      const txid = createHash('sha256').update(`pooled ${this.#drawn.size}`).digest('hex');
      this.#drawn.set(txid, this.#templates[this.#next] ?? {});
      this.#next = (this.#next + 1) % this.#templates.length;
      return txid;
    });
  }

  /** From the first template on again, for equal contents. */
  rewind(): void {
    this.#next = 0;
  }

  /** `getrawtransaction <txid> 1`. @throws RangeError for one that was not drawn */
  answer(txid: string): JsonObject {
    const template = this.#drawn.get(txid);
    if (template === undefined) throw new RangeError(`no transaction ${txid} was drawn`);
    return { ...template, txid, hex: RAW };
  }
}
