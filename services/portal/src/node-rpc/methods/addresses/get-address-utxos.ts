import { readConditionAddresses } from '@ledgergraph/verus-protocol/condition-addresses';
import type { ReadBlock, Values } from '#/gateway/gateway-client.ts';
import type { Json } from '../../json.ts';
import { type Call, ListInObject, type Method } from '../../method.ts';
import { countParams, flagOf, objectParam } from '../../read-params.ts';
import { unixTime } from '../../unix-time.ts';
import { listedOf, readAddresses } from './asked-addresses.ts';
import { CurrencyNames, currencyMembers } from './currency-values.ts';

const USAGE = 'getaddressutxos {"addresses": [address, …], "chaininfo": false, "friendlynames": false}';

export const getAddressUtxos: Method = {
  name: 'getaddressutxos',
  family: 'addresses',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 1, 1, USAGE);
    const { friendlynames, chaininfo } = objectParam(call.params[0]);
    const rows = listRows(call, readAddresses(call.params[0]), new CurrencyNames(flagOf(friendlynames)));
    if (!flagOf(chaininfo)) return rows;
    const { hash, height } = await call.block();
    return new ListInObject('utxos', rows, { hash, height });
  },
};

/** By height; an output stands once for each asked address that it names. */
async function* listRows(
  call: Call,
  addresses: readonly string[],
  names: CurrencyNames,
): AsyncGenerator<Json, void, void> {
  const counts = countEach(addresses);
  if (addresses.length === 0) return;
  const { field, type, argument, wanted } = listedOf([...counts.keys()], 'Utxos');
  const query = `query RpcUtxos($chain: String!, $wanted: ${type}, $limit: Int, $cursor: String) {
    ${field}(chainId: $chain, ${argument}, order: ASC, limit: $limit, cursor: $cursor) { nextCursor utxos {
      foundBy txid vout script satoshis blockHeight timestamp currencyValues { currencyId satoshis${names.selected} } } } }`;
  for await (const { items } of call.pages(query, { chain: call.chain, wanted }, [field, 'utxos'])) {
    await names.learnNative(call);
    const block = await call.block();
    const addressesOf = (utxo: Values): string[] =>
      (utxo.foundBy as readonly string[]).flatMap((address) => new Array(counts.get(address) ?? 1).fill(address));
    // One by one: an address that is asked for a thousand times makes a million rows of a page.
    for (const utxo of items) {
      const found = addressesOf(utxo);
      await call.charge(found.length - 1);
      yield* found.map(printer(utxo, block, names));
    }
  }
}

function countEach(addresses: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const address of addresses) counts.set(address, (counts.get(address) ?? 0) + 1);
  return counts;
}

function printer(utxo: Values, block: ReadBlock, names: CurrencyNames): (address: string) => Json {
  const script = String(utxo.script);
  const condition = readConditionAddresses(Buffer.from(script, 'hex'));
  const addresses = condition !== undefined && condition.addresses.length > 1 ? condition.addresses : undefined;
  const values = condition === undefined ? {} : currencyMembers(utxo, block, names);
  return (address) => ({
    addresses,
    address,
    txid: String(utxo.txid),
    outputIndex: Number(utxo.vout),
    // verusd prints this flag as a number.
    isspendable: condition?.isSpendable === false ? 0 : 1,
    script,
    ...values,
    satoshis: BigInt(String(utxo.satoshis)),
    height: Number(utxo.blockHeight),
    blocktime: unixTime(utxo.timestamp),
  });
}
