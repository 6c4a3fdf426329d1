import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, objectOf } from '#/gateway/values.ts';
import type { Json, JsonMembers } from '../../json.ts';
import { type Answer, type Call, ListInObject, type Method } from '../../method.ts';
import { countParams, flagOf } from '../../read-params.ts';
import { invalidAddressOrKey, invalidParameter, misused } from '../../rpc-error.ts';
import { unixTime } from '../../unix-time.ts';
import { readAddresses } from './asked-addresses.ts';
import { CurrencyNames, currencyMembers } from './currency-values.ts';
import { type Heights, readHeights } from './height-range.ts';
import { inNodesOrder } from './order-deltas.ts';
import { isSpend, withSent } from './read-sent.ts';

const USAGE = `getaddressdeltas {"addresses": [address, …], "start": height, "end": height, "chaininfo": false,
"friendlynames": false, "verbosity": 0}`;
const ENDS = `query RpcEnds($chain: String!, $start: BigInt!, $end: BigInt!) {
  start: block(chainId: $chain, height: $start) { hash } end: block(chainId: $chain, height: $end) { hash } }`;

export const getAddressDeltas: Method = {
  name: 'getaddressdeltas',
  family: 'addresses',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 1, 1, USAGE);
    const [parameter] = call.params;
    if (!isJsonObject(parameter)) throw misused(USAGE);
    refuseTag(parameter);
    const heights = readWanted(parameter);
    const addresses = readAddresses(parameter);
    const { verbosity, friendlynames, chaininfo } = parameter;
    const names = new CurrencyNames(flagOf(friendlynames));
    const rows = listDeltas(call, addresses, { heights, isLong: flagOf(verbosity), names });
    return heights !== undefined && flagOf(chaininfo) ? withEnds(call, rows, heights) : rows;
  },
};

/** Outputs are listed without their tags. @throws RpcError for any */
function refuseTag({ vdxftag }: JsonObject): void {
  if (typeof vdxftag !== 'string' || vdxftag === '') return;
  const message =
    parseAddress(vdxftag)?.kind === 'INDEX'
      ? 'vdxftag is not answered here'
      : 'If vdxftag is specified, it must be an "x" address';
  throw invalidParameter(message);
}

/** @throws RpcError with verusd's texts */
function readWanted(parameter: JsonValue): Heights | undefined {
  const heights = readHeights(parameter);
  if (heights === undefined) return undefined;
  if (heights.start <= 0 || heights.end <= 0)
    throw invalidAddressOrKey('Start and end is expected to be greater than zero');
  if (heights.end < heights.start) throw invalidAddressOrKey('End value is expected to be greater than start');
  return heights;
}

async function withEnds(call: Call, rows: AsyncIterable<Json>, heights: Heights): Promise<Answer> {
  const { start, end } = heights;
  if (end > (await call.block()).height) throw invalidAddressOrKey('Start or end is outside chain range');
  const blocks = await call.ask(ENDS, { chain: call.chain, start, end });
  const hashOf = (name: string) => String(cellOf(objectOf(blocks, name), 'hash'));
  return new ListInObject('deltas', rows, {
    start: { hash: hashOf('start'), height: start },
    end: { hash: hashOf('end'), height: end },
  });
}

interface Wanted {
  heights: Heights | undefined;
  /** Each spend shows the payments of its transaction. */
  isLong: boolean;
  names: CurrencyNames;
}

/** Address by address, as verusd reads its index. */
async function* listDeltas(
  call: Call,
  addresses: readonly string[],
  { heights, isLong, names }: Wanted,
): AsyncGenerator<Json, void, void> {
  const query = `query RpcDeltas($chain: String!, $address: String!, $from: BigInt, $to: BigInt, $limit: Int, $cursor: String) {
    addressDeltas(chainId: $chain, address: $address, fromHeight: $from, toHeight: $to, limit: $limit, cursor: $cursor) {
      nextCursor deltas { address txid txIndex blockHeight timestamp vout spent { inputIndex } satoshis
        currencyValues { currencyId satoshis${names.selected} } } } }`;
  for (const address of addresses) {
    const variables = { chain: call.chain, address, from: heights?.start ?? null, to: heights?.end ?? null };
    for await (const items of inNodesOrder(call.pages(query, variables, ['addressDeltas', 'deltas']))) {
      await names.learnNative(call);
      const block = await call.block();
      const rows = isLong ? withSent(call, items) : items.map((delta) => ({ delta, sent: undefined }));
      for await (const { delta, sent } of rows)
        yield { ...membersOf(delta), ...currencyMembers(delta, block, names), sent };
    }
  }
}

function membersOf(delta: Values): JsonMembers {
  return {
    satoshis: BigInt(String(delta.satoshis)),
    txid: String(delta.txid),
    index: Number(isSpend(delta) ? objectOf(delta, 'spent').inputIndex : delta.vout),
    blockindex: Number(delta.txIndex),
    height: Number(delta.blockHeight),
    spending: isSpend(delta),
    address: String(delta.address),
    blocktime: unixTime(delta.timestamp),
  };
}
