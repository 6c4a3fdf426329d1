import { setTimeout as wait } from 'node:timers/promises';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import { type JsonValue, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { RpcClient } from './rpc-client.ts';

const HEIGHT = { 'x-ledgergraph-height': '200' };

let client: RpcClient;

beforeAll(async () => {
  const { address } = await sharedStack();
  client = new RpcClient(address.gatewayUrl, 'VRSCTEST', address.keys.test);
});

/** Again where other tests use up the calls of the second. */
async function ask(method: string, params: JsonValue[] = [], headers = {}): ReturnType<RpcClient['call']> {
  for (;;) {
    const answer = await client.call(method, params, headers);
    if (!stringifyLossless(answer.error ?? null).includes('"code":-32005')) return answer;
    await wait(250);
  }
}

const codeOf = async (method: string, params: JsonValue[] = []): Promise<string> => {
  const { status, error } = await ask(method, params);
  return `${status} ${stringifyLossless(error ?? null)}`;
};

test('getinfo and getblockchaininfo are about the block that is read, and only about the latest', async () => {
  const blocks = { value: '667' };
  const bestblockhash = (await ask('getbestblockhash')).result;
  expect((await ask('getblockchaininfo')).result).toMatchObject({ blocks, bestblockhash });
  expect((await ask('getinfo')).result).toMatchObject({ name: 'VRSCTEST', blocks, longestchain: blocks });
  for (const method of ['getinfo', 'getblockchaininfo', 'estimatefee', 'getchaintips']) {
    expect((await ask(method, [], HEIGHT)).error).toMatchObject({ code: { value: '-8' } });
  }
});

test('the supply is counted up to the block that is read, and at a height not above it', async () => {
  // The recording has that of its last block alone.
  expect((await ask('coinsupply')).result).toMatchObject({ height: { value: '667' } });
  expect((await ask('coinsupply', ['201'], HEIGHT)).result).toEqual({ error: 'invalid height' });
});

test('getsnapshot is refused', async () => {
  expect((await ask('getsnapshot', ['10'])).error).toMatchObject({ code: { value: '-32601' } });
});

test('help lists what is answered, and by whom', async () => {
  const list = String((await ask('help')).result);
  for (const name of ['getaddressbalance', 'getblock', 'getidentity', 'getcurrency', 'decodescript']) {
    expect(list.split('\n')).toContain(name);
  }
  expect(list).not.toContain('wallet');
  expect((await ask('help', ['getaddressbalance'])).result).toContain('answered from the blocks');
  expect((await ask('help', ['decodescript'])).result).toContain('answered by the followed node');
  expect((await ask('help', ['stop'])).result).toMatch('it commands a node');
});

test('refusals have the code, the words and the status of the node, or ours', async () => {
  expect(await codeOf('estimatefee')).toBe('500 {"code":-1,"message":"estimatefee nblocks"}');
  expect(await codeOf('fundrawtransaction', ['00'])).toContain('500 {"code":-8,');
  expect(await codeOf('verifysignature', [{ address: 'a@', filename: '/etc/passwd', signature: 's' }])).toContain(
    'no file of the node is read',
  );
  expect(await codeOf('sendrawtransaction', ['zz'])).toBe('500 {"code":-22,"message":"TX decode failed"}');
  // The recorded node does not know it.
  expect(await codeOf('decodescript', ['00'])).toBe('404 {"code":-32601,"message":"Method decodescript not found"}');
  expect(await codeOf('dumpprivkey', ['R'])).toContain('404 {"code":-32601,');
});
