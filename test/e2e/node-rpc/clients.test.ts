import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import axios from 'axios';
import jayson from 'jayson/promise/index.js';
import { JSONRPCClient } from 'json-rpc-2.0';

const TIP = 667;
const ADDRESS = 'R9WSW3fDZKW2rwh6iv2cD2wfL6obgMVqhK';
const SATOSHIS = 128_602_861;

async function installation(): Promise<{ gatewayUrl: string; key: string }> {
  const { address } = await sharedStack();
  return { gatewayUrl: address.gatewayUrl, key: address.keys.test };
}

// verusd-rpc-ts-client is not on npm. This is what it does: an instance of axios posts to "/" of its base URL.
test.each([['with'], ['without']])(
  'the calls of the official TypeScript client, %s a slash behind the URL',
  async (how) => {
    const { gatewayUrl, key } = await installation();
    const baseURL = `${gatewayUrl}/rpc/VRSCTEST${how === 'with' ? '/' : ''}`;
    const instance = axios.create({
      baseURL,
      headers: { 'Content-type': 'application/json' },
      auth: { username: 'rpc', password: key },
    });
    let id = 0;
    const request = async (method: string, params: unknown[]) => {
      const answer = await instance.post('/', { jsonrpc: '1.0', id, params, method });
      expect(answer.status).toBe(200);
      expect(answer.data.id).toBe(id);
      id += 1;
      return answer.data;
    };
    expect(await request('getblockcount', [])).toEqual({ result: TIP, error: null, id: 0 });
    const { result } = await request('getaddressbalance', [{ addresses: [ADDRESS], friendlynames: true }]);
    expect(result.balance).toBe(SATOSHIS);
    const { result: info } = await request('getinfo', []);
    expect(info).toMatchObject({ name: 'VRSCTEST', blocks: TIP });
    const { result: currencies } = await request('listcurrencies', [{ systemtype: 'local' }]);
    expect(currencies.length).toBe(5);
  },
);

test('a client of npm for JSON-RPC 1.0, with Basic authentication', async () => {
  const { gatewayUrl, key } = await installation();
  const { hostname, port } = new URL(gatewayUrl);
  const client = jayson.client.http({ hostname, port, path: '/rpc/VRSCTEST', auth: `rpc:${key}`, version: 1 });
  expect(await client.request('getblockcount', [])).toMatchObject({ result: TIP, error: null });
  // It reads only answers with the status 200, as verusd's own clients may.
  await expect(client.request('getblockhash', [TIP + 1])).rejects.toThrow();
});

test('a client of npm for JSON-RPC 2.0, alone and in batches', async () => {
  const { gatewayUrl, key } = await installation();
  const client: JSONRPCClient = new JSONRPCClient(async (request) => {
    const response = await fetch(`${gatewayUrl}/rpc/VRSCTEST`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    client.receive(await response.json());
  });
  expect(await client.request('getblockcount', [])).toBe(TIP);
  await expect(client.request('getbalance', [])).rejects.toMatchObject({ code: -32_601 });
  const [count, missing] = await client.requestAdvanced([
    { jsonrpc: '2.0', id: 'a', method: 'getblockcount', params: [] },
    { jsonrpc: '2.0', id: 'b', method: 'getblockhash', params: [TIP + 1] },
  ]);
  expect(count).toEqual({ jsonrpc: '2.0', id: 'a', result: TIP });
  expect(missing).toEqual({ jsonrpc: '2.0', id: 'b', error: { code: -8, message: 'Block height out of range' } });
});
