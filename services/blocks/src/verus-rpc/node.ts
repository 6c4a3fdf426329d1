import type { JsonObject, JsonValue, Unread } from '@ledgergraph/verus-protocol/lossless-json';
import type { z } from 'zod';
import { type EndpointOptions, VerusEndpoint } from './endpoint.ts';
import { MalformedResponseError, RpcTimeoutError, VerusRpcError } from './errors.ts';
import type { RpcCall, RpcOutcome } from './read-reply.ts';
import type { RpcMethod } from './rpc-methods.ts';
import {
  type BlockchainInfo,
  blockchainInfoShape,
  blockShape,
  hashesShape,
  hashShape,
  infoShape,
  integerShape,
  type MempoolInfo,
  mempoolInfoShape,
  type NodeInfo,
  objectShape,
  type VerusBlock,
} from './shapes.ts';

const NOT_FOUND = -5;

/** All calls throw VerusError. */
export class VerusNode {
  readonly #endpoint: VerusEndpoint;

  constructor(options: EndpointOptions) {
    this.#endpoint = new VerusEndpoint(options);
  }

  get name(): string {
    return this.#endpoint.name;
  }

  getInfo(): Promise<NodeInfo> {
    return this.#typed(infoShape, 'getinfo', []);
  }

  getBlockchainInfo(): Promise<BlockchainInfo> {
    return this.#typed(blockchainInfoShape, 'getblockchaininfo', []);
  }

  getBestBlockHash(): Promise<string> {
    return this.#typed(hashShape, 'getbestblockhash', []);
  }

  getBlockCount(): Promise<number> {
    return this.#typed(integerShape, 'getblockcount', []);
  }

  /** @throws VerusRpcError -8 above the tip */
  getBlockHash(height: number): Promise<string> {
    return this.#typed(hashShape, 'getblockhash', [height]);
  }

  /** Also off the main chain. @throws VerusRpcError -5 */
  getBlock(hash: string): Promise<VerusBlock> {
    return this.#typed(blockShape, 'getblock', [hash, 2]);
  }

  /** @throws VerusRpcError -8 */
  getCurrency(nameOrId: string): Promise<JsonObject> {
    return this.#typed(objectShape, 'getcurrency', [nameOrId]);
  }

  /** @param height default: the tip @throws VerusRpcError -5 unknown, -8 no such name */
  getIdentity(nameOrId: string, height?: number): Promise<JsonObject> {
    return this.#typed(objectShape, 'getidentity', height === undefined ? [nameOrId] : [nameOrId, height]);
  }

  /** Also a transaction of a removed block: the height is then -1. @throws VerusRpcError -5 */
  getRawTransaction(txid: string): Promise<JsonObject> {
    return this.#typed(objectShape, 'getrawtransaction', [txid, 1]);
  }

  getMempoolInfo(): Promise<MempoolInfo> {
    return this.#typed(mempoolInfoShape, 'getmempoolinfo', []);
  }

  getRawMempool(): Promise<string[]> {
    return this.#typed(hashesShape, 'getrawmempool', []);
  }

  async readRawTransactions<Kept>(
    txids: readonly string[],
    read: (transaction: JsonObject) => Kept,
  ): Promise<(Kept | null)[]> {
    const calls = txids.map((txid): RpcCall => ({ method: 'getrawtransaction', params: [txid, 1] }));
    const outcomes = await this.#outcomesHalving(
      calls,
      this.#catching((result) => read(this.#read(objectShape, 'getrawtransaction', result))),
      undefined,
    );
    return outcomes.map((outcome) => {
      if ('result' in outcome) return keptOf(outcome.result);
      if (outcome.error instanceof VerusRpcError && outcome.error.code === NOT_FOUND) return null;
      throw outcome.error;
    });
  }

  /** Not divided: a silent node is given up at once. @returns null for an unknown transaction; no bytes for an answer without digits */
  async readRawBytes(txids: readonly string[]): Promise<(Uint8Array | null)[]> {
    const calls = txids.map((txid): RpcCall => ({ method: 'getrawtransaction', params: [txid, 0] }));
    const read = (result: JsonValue): Uint8Array => Buffer.from(typeof result === 'string' ? result : '', 'hex');
    const outcomes = await this.#endpoint.batch(calls, read);
    return outcomes.map((outcome) => {
      if ('result' in outcome) return outcome.result;
      if (outcome.error instanceof VerusRpcError && outcome.error.code === NOT_FOUND) return null;
      throw outcome.error;
    });
  }

  /** Repeating is safe until the transaction is mined (docs/verus/sending.md). @throws VerusRpcError a refusal */
  sendRawTransaction(hex: string, allowHighFees?: boolean): Promise<string> {
    return this.#typed(hashShape, 'sendrawtransaction', allowHighFees === undefined ? [hex] : [hex, allowHighFees]);
  }

  /** The node may reorganise between two batches. A batch that times out or is cut off is halved. @param to at most the node's tip */
  getBlocks(from: number, to: number): Promise<VerusBlock[]> {
    return this.readBlocks(from, to, (block) => block);
  }

  /**
   * @param read converts each block before the next one is parsed; its errors are thrown
   * @param unread members that `read` does not get
   */
  async readBlocks<Kept>(
    from: number,
    to: number,
    read: (block: VerusBlock) => Kept,
    unread?: Unread,
  ): Promise<Kept[]> {
    // getblock takes a height only as text (docs/verus/rpc.md#arguments).
    const calls = Array.from(
      { length: to - from + 1 },
      (_, index): RpcCall => ({
        method: 'getblock',
        params: [String(from + index), 2],
      }),
    );
    const keep = this.#catching((result) => read(this.#read(blockShape, 'getblock', result)));
    const outcomes = await this.#outcomesHalving(calls, keep, unread);
    return outcomes.map((outcome) => {
      if ('error' in outcome) throw outcome.error;
      return keptOf(outcome.result);
    });
  }

  close(): Promise<void> {
    return this.#endpoint.close();
  }

  /** A batch's reader must not throw; `keptOf` throws its error. */
  #catching<Kept>(read: (result: JsonValue) => Kept): (result: JsonValue) => Reading<Kept> {
    return (result) => {
      try {
        return { kept: read(result) };
      } catch (fault) {
        return { fault };
      }
    };
  }

  async #outcomesHalving<Result>(
    calls: readonly RpcCall[],
    read: (result: JsonValue) => Result,
    unread: Unread | undefined,
  ): Promise<RpcOutcome<Result>[]> {
    try {
      return await this.#endpoint.batch(calls, read, unread);
    } catch (error) {
      const tooLarge = error instanceof RpcTimeoutError || error instanceof MalformedResponseError;
      if (!tooLarge || calls.length < 2) throw error;
      const middle = Math.ceil(calls.length / 2);
      const head = await this.#outcomesHalving(calls.slice(0, middle), read, unread);
      return [...head, ...(await this.#outcomesHalving(calls.slice(middle), read, unread))];
    }
  }

  async #typed<Shape extends z.ZodType>(shape: Shape, method: RpcMethod, params: unknown[]): Promise<z.output<Shape>> {
    return this.#read(shape, method, await this.#endpoint.call(method, params));
  }

  #read<Shape extends z.ZodType>(shape: Shape, method: string, value: JsonValue): z.output<Shape> {
    const parsed = shape.safeParse(value);
    if (parsed.success) return parsed.data;
    const fault = parsed.error.issues[0];
    const where = fault === undefined ? '' : ` ${fault.path.join('.')}: ${fault.message}`;
    throw new MalformedResponseError(this.name, `${method} answered another shape;${where}`);
  }
}

type Reading<Kept> = { kept: Kept } | { fault: unknown };

function keptOf<Kept>(reading: Reading<Kept>): Kept {
  if ('fault' in reading) throw reading.fault;
  return reading.kept;
}
