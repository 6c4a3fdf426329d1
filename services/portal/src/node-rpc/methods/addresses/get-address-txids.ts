import type { Values } from '#/gateway/gateway-client.ts';
import type { Call, Method } from '../../method.ts';
import { countParams } from '../../read-params.ts';
import { listedOf, readAddresses } from './asked-addresses.ts';
import { readHeights } from './height-range.ts';

const USAGE = 'getaddresstxids {"addresses": [address, …], "start": height, "end": height}';

export const getAddressTxids: Method = {
  name: 'getaddresstxids',
  family: 'addresses',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 1, 1, USAGE);
    const addresses = readAddresses(call.params[0]);
    const heights = readHeights(call.params[0]);
    const isBounded = heights !== undefined && heights.start > 0 && heights.end > 0;
    return listTxids(call, addresses, isBounded ? { from: heights.start, to: heights.end } : {});
  },
};

async function* listTxids(
  call: Call,
  addresses: readonly string[],
  heights: Values,
): AsyncGenerator<string, void, void> {
  if (addresses.length === 0 || Number(heights.from) > Number(heights.to)) return;
  const { field, type, argument, wanted } = listedOf([...new Set(addresses)], 'Transactions');
  const query = `query RpcTxids($chain: String!, $wanted: ${type}, $from: BigInt, $to: BigInt, $limit: Int, $cursor: String) {
    ${field}(chainId: $chain, ${argument}, fromHeight: $from, toHeight: $to, order: ASC, limit: $limit, cursor: $cursor) {
      nextCursor transactions { txid blockHeight } } }`;
  const variables = { chain: call.chain, wanted, ...heights };
  const ofBlock = new Block();
  for await (const { items } of call.pages(query, variables, [field, 'transactions'])) {
    // verusd orders those of several addresses by height and txid, even if they are the same.
    if (addresses.length === 1) yield* items.map(({ txid }) => String(txid));
    else for (const { txid, blockHeight } of items) yield* ofBlock.add(String(txid), Number(blockHeight));
  }
  yield* ofBlock.end();
}

class Block {
  #height = -1;
  #txids: string[] = [];

  /** @returns those of the block before, if it is whole */
  add(txid: string, height: number): string[] {
    const whole = height === this.#height ? [] : this.end();
    this.#height = height;
    this.#txids.push(txid);
    return whole;
  }

  end(): string[] {
    const whole = this.#txids.sort();
    this.#txids = [];
    return whole;
  }
}
