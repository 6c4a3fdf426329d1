import { Random } from '@ledgergraph/chain-generator/random';
import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import { decimalText, satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
} from '@ledgergraph/verus-protocol/lossless-json';
import type { RecordedCall } from './allowed-differences.ts';
import { compareAnswers } from './compare-answers.ts';
import { RpcClient } from './rpc-client.ts';

const TIP = 541;
const CHAIN_ID = 'iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV';
const WALLETS = 40;

// To repeat a run: --seed with the number in the title.
const seed = jest.getSeed();
const answers = new Map<string, Map<string, JsonValue>>();
for (const { method, params, result = null } of readRecording(recordingDir('pchain-a')).answers()) {
  const [asked] = params;
  if (!isJsonObject(asked) || !Array.isArray(asked.addresses) || asked.addresses[0] === 'nonsense') continue;
  const ofMethod = answers.get(method) ?? new Map<string, JsonValue>();
  answers.set(method, ofMethod.set(String(asked.addresses[0]), result));
}
const deltasOf = (address: string) => answers.get('getaddressdeltas')?.get(address) as JsonObject[];
const whole = (value: number | bigint) => new LosslessNumber(String(value));
const numberOf = (value: JsonValue | undefined) => Number(String(value));

let client: RpcClient;

beforeAll(async () => {
  const { address } = await sharedStack();
  client = new RpcClient(address.gatewayUrl, 'pchain', address.keys.live);
});

interface Wallet {
  addresses: string[];
  start: number;
  end: number;
  height: number;
}

/** The recorded answers are about one address at the tip; verusd's way to answer about several is repeated on them. */
function expectedOf({ addresses, start, end, height }: Wallet): RecordedCall[] {
  const call = (method: string, options: JsonObject, result: JsonValue): RecordedCall => ({
    method,
    params: [{ addresses, ...options }],
    result,
    error: null,
  });
  const deltas = addresses.flatMap(deltasOf);
  const within = deltas.filter((delta) => numberOf(delta.height) >= start && numberOf(delta.height) <= end);
  const utxos = addresses.flatMap((address) => answers.get('getaddressutxos')?.get(address) as JsonObject[]);
  utxos.sort((one, other) => numberOf(one.height) - numberOf(other.height));
  const range = { start: whole(start), end: whole(end) };
  return [
    call('getaddressbalance', { friendlynames: true, asofblock: whole(height) }, balanceAt(deltas, height)),
    call('getaddressutxos', { friendlynames: true }, utxos),
    call('getaddressutxos', {}, utxos.map(withoutNames)),
    call('getaddressdeltas', { friendlynames: whole(1) }, deltas),
    call('getaddressdeltas', range, within.map(withoutNames)),
    call('getaddresstxids', range, txidsOf(within, addresses.length)),
  ];
}

function withoutNames({ currencynames: _, ...row }: JsonObject): JsonObject {
  return row;
}

function txidsOf(deltas: readonly JsonObject[], addresses: number): string[] {
  const rows = deltas.map((delta) => ({ height: numberOf(delta.height), txid: String(delta.txid) }));
  if (addresses > 1) rows.sort((a, b) => a.height - b.height || (a.txid < b.txid ? -1 : 1));
  return [...new Set(rows.map(({ txid }) => txid))];
}

function balanceAt(deltas: readonly JsonObject[], height: number): JsonObject {
  const [balance, received] = [new Map<string, bigint>(), new Map<string, bigint>()];
  const names = new Map<string, JsonValue>();
  for (const delta of deltas.filter((one) => numberOf(one.height) <= height)) {
    for (const [id, name] of Object.entries((delta.currencynames as JsonObject | undefined) ?? {})) names.set(id, name);
    for (const [id, coins] of Object.entries((delta.currencyvalues as JsonObject | undefined) ?? {})) {
      const satoshis = satoshisFromDecimalText(String(coins));
      balance.set(id, (balance.get(id) ?? 0n) + satoshis);
      if (satoshis > 0n) received.set(id, (received.get(id) ?? 0n) + satoshis);
    }
  }
  const left = [...balance].filter(([id, satoshis]) => satoshis !== 0n || id === CHAIN_ID);
  return {
    balance: whole(balance.get(CHAIN_ID) ?? 0n),
    received: whole(received.get(CHAIN_ID) ?? 0n),
    ...(left.length > 0 && { currencybalance: coinsOf(left) }),
    ...(received.size > 0 && { currencyreceived: coinsOf([...received]) }),
    ...(received.size > 0 && {
      currencynames: Object.fromEntries([...received.keys()].map((id) => [id, names.get(id) ?? ''])),
    }),
  };
}

function coinsOf(amounts: readonly (readonly [string, bigint])[]): JsonObject {
  return Object.fromEntries(amounts.map(([id, satoshis]) => [id, new LosslessNumber(decimalText(satoshis))]));
}

test(`several addresses, ranges and heights follow from what the node answered about each address (--seed ${seed})`, async () => {
  const random = new Random(seed);
  const all = [...(answers.get('getaddressdeltas')?.keys() ?? [])];
  const calls: RecordedCall[] = [];
  for (let round = 0; round < WALLETS; round += 1) {
    const size = random.pick([1, 1, 2, 3, 8, 30]);
    const start = random.integer(1, TIP);
    calls.push(
      ...expectedOf({
        addresses: Array.from({ length: size }, () => random.pick(all)),
        start,
        end: random.integer(start, TIP + 5),
        height: random.integer(1, TIP + 5),
      }),
    );
  }
  const { differences } = await compareAnswers(client, calls);
  expect(differences.slice(0, 3).join('\n')).toBe('');
});

test('chaininfo puts the list into an object, which has the blocks of its ends', async () => {
  const [address = ''] = answers.get('getaddressutxos')?.keys() ?? [];
  const stack = await sharedStack();
  const hashAt = async (height: number) => {
    const { data } = await stack.query(
      'live',
      '{ block(chainId: "pchain", height: HEIGHT) { hash } }'.replace('HEIGHT', String(height)),
    );
    return data.block.hash;
  };
  const addresses = [address];
  const utxos = await client.call('getaddressutxos', [{ addresses, chaininfo: true, friendlynames: true }]);
  expect(utxos.result).toEqual({
    utxos: answers.get('getaddressutxos')?.get(address),
    hash: await hashAt(TIP),
    height: whole(TIP),
  });
  const range = { start: whole(1), end: whole(TIP) };
  const deltas = await client.call('getaddressdeltas', [{ addresses, ...range, chaininfo: true, friendlynames: true }]);
  expect(deltas.result).toEqual({
    deltas: deltasOf(address),
    start: { hash: await hashAt(1), height: whole(1) },
    end: { hash: await hashAt(TIP), height: whole(TIP) },
  });
});

const ADDRESS = 'RRw9rJMPwdNqC1wgXn5vryJwMDyBgpXjYT';
const INDEX = 'xRNGE9FpCcBoh2VLbkWxwBuDSzTrZUN94D';

test.each([
  ['getaddressbalance', [], -1, 'getaddressbalance {'],
  ['getaddressbalance', [{ addresses: ADDRESS }], -5, 'Addresses is expected to be an array'],
  ['getaddressbalance', [{ addresses: ['nonsense'] }], -5, 'Invalid addresses'],
  ['getaddressbalance', ['nonsense'], -5, 'Invalid address'],
  ['getaddressbalance', [ADDRESS], -1, 'JSON value is not an object as expected'],
  ['getaddressutxos', [ADDRESS], -1, 'JSON value is not an object as expected'],
  ['getaddressutxos', [{ addresses: [INDEX] }], -5, 'Addresses of indexes (x…) are not answered here'],
  ['getaddressutxos', [{ addresses: Array<string>(1001).fill(ADDRESS) }], -8, 'At most 1000 addresses'],
  ['getaddressdeltas', [ADDRESS], -1, 'getaddressdeltas {'],
  ['getaddressdeltas', [{ addresses: [ADDRESS], vdxftag: ADDRESS }], -8, 'it must be an "x" address'],
  ['getaddressdeltas', [{ addresses: [ADDRESS], vdxftag: INDEX }], -8, 'vdxftag is not answered here'],
  ['getaddressdeltas', [{ addresses: [ADDRESS], start: 0, end: 5 }], -5, 'expected to be greater than zero'],
  ['getaddressdeltas', [{ addresses: [ADDRESS], start: 6, end: 5 }], -5, 'expected to be greater than start'],
  [
    'getaddressdeltas',
    [{ addresses: [ADDRESS], start: 1, end: 9_999, chaininfo: true }],
    -5,
    'Start or end is outside chain range',
  ],
  ['getaddresstxids', [7], -5, 'Invalid address'],
])('%s %j fails as in verusd', async (method, params, code, message) => {
  const { status, error } = await client.call(method, params as unknown as JsonValue[]);
  expect({ status, error }).toEqual({
    status: 500,
    error: { code: whole(code), message: expect.stringContaining(message) },
  });
});

test('a text is one address where verusd takes one, and no address has nothing', async () => {
  const [address = ''] = answers.get('getaddresstxids')?.keys() ?? [];
  expect((await client.call('getaddresstxids', [address])).result).toEqual(
    answers.get('getaddresstxids')?.get(address),
  );
  for (const method of ['getaddressutxos', 'getaddressdeltas', 'getaddresstxids'])
    expect((await client.call(method, [{ addresses: [] }])).result).toEqual([]);
  expect((await client.call('getaddressbalance', [{ addresses: [] }])).result).toEqual({
    balance: whole(0),
    received: whole(0),
  });
});
