import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import { readBlocks } from '../agrees-with-node/oracle.ts';
import { RpcClient } from './rpc-client.ts';

const DELTA = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const ZETA = 'iJgbA555pBoU4ioBvS6AgfBNPKnqWUe4Lm';
const ROOT = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const SIGNER = 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s';
const CONTENT_KEY = 'iBAqhejZsVvbbMYZTRh4sNbGcD9WDMsHUa';
const NO_TXID = '0'.repeat(64);

let vrsctest: RpcClient;
let pchain: RpcClient;
let tip: number;

beforeAll(async () => {
  const { address } = await sharedStack();
  vrsctest = new RpcClient(address.gatewayUrl, 'VRSCTEST', address.keys.test);
  pchain = new RpcClient(address.gatewayUrl, 'pchain', address.keys.live);
  tip = [...readBlocks(recordingDir('vrsctest-a'))].at(-1)?.height ?? 0;
});

const json = (text: string): JsonValue => parseLossless(text);

async function result(client: RpcClient, method: string, params: JsonValue[], headers = {}): Promise<JsonObject> {
  const answer = await client.call(method, params, headers);
  expect(answer.error).toBeNull();
  return answer.result as JsonObject;
}

async function errorOf(method: string, params: JsonValue[], client = vrsctest): Promise<unknown> {
  const { error } = await client.call(method, params);
  return isJsonObject(error) ? [Number(String(error.code)), error.message] : error;
}

const noDestination = (text: string) => [
  -8,
  `Identity parameter must be valid friendly name or identity address: "${text}"`,
];

test.each(['getidentity', 'getidentityhistory', 'getidentitycontent'])(
  '%s refuses what verusd refuses',
  async (method) => {
    for (const text of ['alpha', SIGNER, 'a@b@c', '@', 'a/b@', `${DELTA}x`, ''])
      expect(await errorOf(method, [text])).toEqual(noDestination(text));
    expect(await errorOf(method, [json('5')])).toEqual(noDestination(''));
    for (const text of ['no-such-name@', `${DELTA}@`, 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV', 'VRSC.@'])
      expect(await errorOf(method, [text])).toEqual([-5, 'Identity not found']);
    for (const params of [[], Array(8).fill('alpha@')])
      expect(await errorOf(method, params)).toEqual([
        -1,
        expect.stringMatching(new RegExp(`^${method} "name@ or iid"`)),
      ]);
  },
);

test('a name is read as verusd reads it, on a chain below the root too', async () => {
  const delta = await result(vrsctest, 'getidentity', [DELTA]);
  for (const text of ['delta@', 'DELTA@', 'delta.vrsctest@', 'delta.VRSCTEST.@', 'delta@pchain'])
    expect(await result(vrsctest, 'getidentity', [text])).toEqual(delta);
  const bridge = await result(pchain, 'getidentity', ['bridge.pchain@']);
  expect(bridge).toMatchObject({ friendlyname: 'Bridge.pchain@', fullyqualifiedname: 'Bridge.pchain.VRSCTEST@' });
  expect(await result(pchain, 'getidentityhistory', ['Bridge.pchain@'])).toMatchObject({
    fullyqualifiedname: 'Bridge.pchain@',
  });
  // verusd knows no names that are relative to its chain.
  for (const method of ['getidentity', 'getidentityhistory', 'getidentitycontent'])
    expect(await errorOf(method, ['Bridge@'], pchain)).toEqual([-5, 'Identity not found']);
});

test('a height is a number or its digits, and a block of the header is read as a height', async () => {
  for (const height of [320, 420, 431]) {
    const then = await result(vrsctest, 'getidentity', [DELTA, json(String(height))]);
    expect(await result(vrsctest, 'getidentity', [DELTA, String(height)])).toEqual(then);
    expect(await result(vrsctest, 'getidentity', ['delta@'], { 'x-ledgergraph-height': String(height) })).toEqual(then);
  }
  const now = await result(vrsctest, 'getidentity', [DELTA]);
  for (const height of ['0', '-1', '-7', '4000000000', String(tip + 1), 'null', 'true'])
    expect(await result(vrsctest, 'getidentity', [DELTA, json(height)])).toEqual(now);
  expect(await errorOf('getidentity', [ZETA, json('100')])).toEqual([-5, 'Identity not found']);
});

test('a range of heights bounds history and content', async () => {
  const heightsOf = async (...bounds: string[]) => {
    const { history } = await result(vrsctest, 'getidentityhistory', [DELTA, ...bounds.map(json)]);
    return (history as JsonObject[]).map(({ height }) => Number(String(height)));
  };
  const all = await heightsOf();
  expect(all.length).toBeGreaterThan(5);
  const [, second = 0, third = 0] = all;
  expect(await heightsOf('0', '-1')).toEqual(all);
  expect(await heightsOf('-3', '0')).toEqual(all);
  expect(await heightsOf(String(second))).toEqual(all.slice(1));
  expect(await heightsOf(String(second), String(third))).toEqual(all.slice(1, 3));
  expect(await heightsOf(String(third), String(second))).toEqual([]);

  const contentOf = async (...params: JsonValue[]) => result(vrsctest, 'getidentitycontent', [DELTA, ...params]);
  const whole = await contentOf();
  expect(whole).toMatchObject({ fromheight: json('0'), toheight: json(String(tip)) });
  expect(await contentOf(json('0'), json('0'))).toEqual({ ...whole, toheight: json(String(tip + 1)) });
  const keyed = await contentOf(json('0'), json(String(tip)), false, json('0'), CONTENT_KEY, true);
  expect((keyed.identity as JsonObject).contentmultimap).toHaveProperty(CONTENT_KEY);
  const other = await contentOf(json('0'), json('0'), false, json('0'), ROOT);
  expect((other.identity as JsonObject).contentmultimap).toEqual({});
  expect(await errorOf('getidentitycontent', [DELTA, json('0'), json('0'), false, json('0'), 'delta'])).toEqual([
    -8,
    'vdxfkey parameter must be a valid i-address: "delta"',
  ]);
  const none = await contentOf(json('400'), json('300'));
  expect((none.identity as JsonObject).contentmultimap).toEqual({});
});

test('the root that is not registered is made up as verusd makes it up', async () => {
  const root = {
    friendlyname: 'VRSCTEST@',
    fullyqualifiedname: 'VRSCTEST@',
    identity:
      json(`{"version":2,"flags":1,"primaryaddresses":["R9HC5WtHbpoa51NCUAz86XLCmGTbkf45NT"],"minimumsignatures":1,
      "name":"VRSCTEST","identityaddress":"${ROOT}","parent":"i3UXS5QPRQGNRDDqVnyWTnmFCTHDbzmsYk","systemid":"${ROOT}",
      "contentmap":{},"revocationauthority":"${ROOT}","recoveryauthority":"${ROOT}","timelock":0}`),
    status: 'active',
    canspendfor: false,
    cansignfor: false,
    blockheight: json('0'),
    txid: NO_TXID,
    vout: json('-1'),
  };
  for (const text of ['VRSCTEST@', ROOT]) {
    expect(await result(vrsctest, 'getidentity', [text])).toEqual(root);
    expect(await result(vrsctest, 'getidentityhistory', [text])).toMatchObject({ blockheight: json('0'), history: [] });
    expect(await result(vrsctest, 'getidentitycontent', [text])).toMatchObject({ identity: root.identity });
  }
  const below = await result(pchain, 'getidentity', [ROOT]);
  expect(below).toMatchObject({ fullyqualifiedname: 'VRSCTEST.VRSCTEST@', identity: { parent: ROOT } });
});

test('whom an address or an identity controls, or once controlled', async () => {
  const listOf = async (method: string, query: JsonObject) =>
    (await result(vrsctest, method, [query])) as unknown as JsonObject[];
  const now = await listOf('getidentitieswithaddress', { address: SIGNER, unspent: true });
  const ever = await listOf('getidentitieswithaddress', { address: SIGNER });
  const ids = (list: JsonObject[]) => list.map(({ identityaddress }) => identityaddress);
  expect(ids(ever)).toEqual(expect.arrayContaining(ids(now)));
  expect(ids(ever)).toEqual(ids(ever).toSorted());
  for (const method of ['getidentitieswithrevocation', 'getidentitieswithrecovery']) {
    const own = await listOf(method, { identityid: ZETA, unspent: false });
    expect(ids(own)).toContain(ZETA);
    expect(await listOf(method, { identityid: 'ZETA@' })).toEqual(own);
    // A beginning counts with an end only.
    expect(await listOf(method, { identityid: ZETA, fromheight: json(String(tip)) })).toEqual(own);
    expect(
      await listOf(method, { identityid: ZETA, fromheight: json(String(tip)), toheight: json(String(tip)) }),
    ).toEqual([]);
    expect(await listOf(method, { identityid: ZETA, fromheight: json('9'), toheight: json('8') })).toEqual([]);
    expect(await listOf(method, { identityid: 'no-such-name@' })).toEqual([]);
    expect(await errorOf(method, [{ identityid: 'zeta' }])).toEqual([-5, 'no valid ID address\n']);
    expect(await errorOf(method, [{ identityid: SIGNER }])).toEqual([-5, 'no valid ID address\n']);
  }
  for (const query of [{ address: ZETA }, { address: 'zeta@' }, {}, SIGNER])
    expect(await errorOf('getidentitieswithaddress', [query])).toEqual([-5, 'no valid PKH or PK address\n']);
  expect(await errorOf('getidentitieswithaddress', [])).toEqual([-1, expect.stringContaining('"address"')]);
});

test('getvdxfid', async () => {
  expect(await result(vrsctest, 'getvdxfid', ['vrsc::system.currency.export'])).toEqual({
    vdxfid: 'iLY9mLpjMHy94rcJk4roxoNgRLSqhJeHFz',
    indexid: 'xRNGE9FpCcBoh2VLbkWxwBuDSzTrZUN94D',
    hash160result: 'dcb11f97bce0c8734d92da7b0f5551acfbb629bb',
    qualifiedname: { namespace: 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV', name: 'vrsc::system.currency.export' },
  });
  expect(await result(vrsctest, 'getvdxfid', ['delta@'])).toMatchObject({
    vdxfid: DELTA,
    qualifiedname: { parentid: ROOT, name: 'delta' },
  });
  const bound = await result(vrsctest, 'getvdxfid', [DELTA, json('{"vdxfkey":"alpha","uint256":"01","indexnum":2}')]);
  expect(bound).toMatchObject({
    bounddata: { vdxfkey: 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv', uint256: `${'0'.repeat(63)}1`, indexnum: json('2') },
  });
  expect(await errorOf('getvdxfid', [''])).toEqual([-8, 'No message to hash']);
  expect(await errorOf('getvdxfid', ['a..b'])).toEqual([-8, 'Invalid ID or URI format']);
  expect(await errorOf('getvdxfid', [DELTA, { uint256: '' }])).toEqual([-8, 'Invalid hash value to combine']);
  expect(await errorOf('getvdxfid', [DELTA, { vdxfkey: 'a..b' }])).toEqual([
    -8,
    'Invalid additional vdxf key to combine',
  ]);
  expect(await errorOf('getvdxfid', [DELTA, json('{"vdxfkey":"alpha","indexnum":2}')])).toEqual([
    -8,
    'Cannot specify index without hash value',
  ]);
});
