import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryDir } from '@ledgergraph/local';
import { generateApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import { type GraphqlAnswer, postOperation, send } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';

const CHAINS = { test: readMeta(recordingDir('vrsctest-a')).chainId, live: readMeta(recordingDir('pchain-a')).chainId };
const NO_CHAIN = 'i5v3h9FWVdRFbNHU7DfcpGykQjRaHtMqu7';
const OPERATION = '{ networks { chainId environment } }';

let stack: StackClient;

beforeAll(async () => {
  stack = await sharedStack();
});

const withKey = (key: string | null, operation = OPERATION): Promise<GraphqlAnswer> =>
  postOperation(stack.address.gatewayUrl, key, operation);

const ledgergraph = (...args: string[]) => admin(['--data', stack.address.dataDir, 'keys', ...args]);

async function admin(args: string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: repositoryDir, env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)('npx', ['ledgergraph-admin', ...args], options);
  return stdout;
}

function refusalOf({ status, headers, data, errors }: GraphqlAnswer) {
  return { status, data, errors, challenge: headers.get('www-authenticate'), type: headers.get('content-type') };
}

describe('without a key that works', () => {
  test.each([
    ['no header', undefined],
    ['another scheme', 'Basic dXNlcjpwYXNzd29yZA=='],
  ])('%s gets the answer that a key is needed', async (_what, authorization) => {
    const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) };
    const body = JSON.stringify({ query: OPERATION });
    const answer = await send(stack.address.gatewayUrl, { method: 'POST', headers, body });
    expect(refusalOf(answer)).toEqual({
      status: 401,
      data: null,
      errors: [{ message: expect.stringContaining('Authorization: Bearer'), extensions: { code: 'UNAUTHORIZED' } }],
      challenge: 'Bearer realm="ledgergraph"',
      type: 'application/json; charset=utf-8',
    });
  });

  test('malformed, unknown, of the wrong kind and revoked look the same', async () => {
    const made = JSON.parse(await ledgergraph('create', '--test', '--name', 'to be revoked', '--json'));
    await ledgergraph('revoke', made.key.id);
    const refusals = [
      'nonsense',
      `${stack.address.keys.test}x`,
      generateApiKey('lg', 'test'),
      stack.address.keys.test.replace('_test_', '_live_'),
    ].map((wrong) => withKey(wrong));
    const revoked = await waitFor(
      async () => {
        const answer = await withKey(made.value);
        return answer.status === 401 && answer;
      },
      { what: 'the revoked key to be refused' },
    );
    for (const refusal of await Promise.all(refusals)) {
      expect(refusalOf(refusal)).toEqual(refusalOf(revoked));
    }
    expect(refusalOf(revoked)).toEqual({
      status: 401,
      data: null,
      errors: [{ message: expect.any(String), extensions: { code: 'UNAUTHORIZED' } }],
      challenge: 'Bearer realm="ledgergraph", error="invalid_token"',
      type: 'application/json; charset=utf-8',
    });
  });

  test('a GET is asked for its key as well', async () => {
    const response = await fetch(`${stack.address.gatewayUrl}/graphql?query=${encodeURIComponent(OPERATION)}`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHORIZED' } }] });
  });
});

test('a key works from the moment it is shown until, within a second, it is revoked', async () => {
  const created = JSON.parse(await ledgergraph('create', '--live', '--name', 'e2e key', '--json'));
  expect(created.value).toMatch(/^lg_live_[0-9A-Za-z]{36}$/);
  const { status, data } = await withKey(created.value);
  expect(status).toBe(200);
  expect(data.networks).toEqual([{ chainId: CHAINS.live, environment: 'MAINNET' }]);

  const listed: { id: string; state: string; name: string }[] = JSON.parse(await ledgergraph('list', '--json'));
  expect(listed.find(({ id }) => id === created.key.id)).toMatchObject({ state: 'active', name: 'e2e key' });
  // The list distinguishes keys, but cannot use them.
  expect(JSON.stringify(listed)).not.toContain(created.value);

  let lastAcceptedAt = 0;
  let isRevoked = false;
  const asking = (async () => {
    while (!isRevoked) {
      const askedAt = performance.now();
      const answer = await withKey(created.value);
      if (answer.status === 401) isRevoked = true;
      else lastAcceptedAt = askedAt;
    }
  })();
  expect(await ledgergraph('revoke', created.key.id)).toContain('is revoked');
  const revokedAt = performance.now();
  await waitFor(() => isRevoked, { what: 'the key to be refused', timeoutMs: 60_000 });
  await asking;
  expect(lastAcceptedAt - revokedAt).toBeLessThan(1_000);

  const after: { id: string; state: string }[] = JSON.parse(await ledgergraph('list', '--json'));
  expect(after.find(({ id }) => id === created.key.id)?.state).toBe('revoked');
});

test('an operator works through the gateway by a token, which is no key, until it is revoked', async () => {
  const { value, token } = JSON.parse(
    await admin(['--data', stack.address.dataDir, 'tokens', 'create', 'olga', '--json']),
  );
  const { gatewayUrl } = stack.address;
  const env = { LEDGERGRAPH_OPERATOR_TOKEN: value, LEDGERGRAPH_URL: gatewayUrl };
  const made = JSON.parse(await admin(['keys', 'create', '--test', '--name', 'by olga', '--json'], env));
  expect((await withKey(made.value)).status).toBe(200);
  expect(refusalOf(await withKey(value))).toEqual(refusalOf(await withKey('nonsense')));
  const asked = async (path: string, shown: string) => {
    const answer = await fetch(`${gatewayUrl}/dashboard/api${path}`, { headers: { authorization: `Bearer ${shown}` } });
    return [answer.status, await answer.json()];
  };
  expect(await asked('/operator/tokens', value)).toMatchObject([200, { tokens: [{ name: 'olga' }] }]);
  await admin(['tokens', 'revoke', token.id], env);
  const refused = await asked('/operator/tokens', value);
  expect(refused).toMatchObject([401, { error: { code: 'SIGNED_OUT' } }]);
  expect(await asked('/operator/tokens', made.value)).toEqual(refused);
  await expect(admin(['keys', 'list'], env)).rejects.toMatchObject({ code: 1 });
});

const FOREIGN = {
  test: (chainId: string) =>
    `chain ${chainId} is a mainnet network: please use a live key (a test key reads test networks only)`,
  live: (chainId: string) =>
    `chain ${chainId} is a test network: please use a test key (a live key reads mainnet networks only)`,
} as const;

describe('a key sees the networks of its own kind only', () => {
  const txid = '0'.repeat(64);
  const address = 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7';
  const BASKET = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';
  const NATIVE = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
  const fields: Record<string, string> = {
    address: `address: "${address}") { balance }`,
    addressBalances: `address: "${address}") { totalCount }`,
    addressDeltas: `address: "${address}") { hasMore }`,
    addressTransactions: `address: "${address}") { totalCount }`,
    addressUtxos: `address: "${address}") { totalCount }`,
    addresses: `addresses: ["${address}"]) { balance }`,
    block: 'height: 1) { hash }',
    blockAt: 'time: "2026-11-21T00:00:00Z") { hash }',
    blocks: 'limit: 1) { totalCount }',
    chainTips: ') { branchLength }',
    controlledIdentities: 'controller: "delta@", role: RECOVERY) { hasMore }',
    currencies: 'limit: 1) { totalCount }',
    currency: 'currency: "VRSCTEST") { name }',
    currenciesByName: 'names: ["VRSCTEST"]) { name }',
    currencyHistory: 'currency: "VRSCTEST") { totalCount }',
    currencyState: 'currency: "VRSCTEST") { supply }',
    currencyStatesAt: 'currency: "VRSCTEST", heights: [1]) { blockHeight }',
    identities: 'limit: 1) { totalCount }',
    identitiesByName: 'names: ["delta@"]) { name }',
    identity: 'identity: "delta@") { name }',
    identityHistory: 'identity: "delta@") { hasMore }',
    mempool: ') { size }',
    minimumFee: 'transaction: { payment: { outputs: 2 } }) { fee }',
    network: ') { name }',
    pendingTransactions: 'limit: 1) { totalCount }',
    richList: 'limit: 1) { totalCount }',
    syncState: ') { status }',
    transaction: `txid: "${txid}") { txid }`,
    transactions: `txids: ["${txid}"]) { txid }`,
    walletStatement: `addresses: ["${address}"]) { hasMore }`,
    walletTransactions: `addresses: ["${address}"]) { hasMore }`,
    transactionStatus: `txid: "${txid}") { state }`,
    walletUtxos: `addresses: ["${address}"]) { totalCount }`,
    candles: `basket: "${BASKET}", base: "${BASKET}", quote: "${NATIVE}", interval: DAY) { hasMore }`,
    conversionQuote: `from: "${NATIVE}", to: "${BASKET}", amount: "1") { amountOut }`,
    conversions: 'limit: 1) { hasMore }',
    exports: 'limit: 1) { hasMore }',
    imports: 'limit: 1) { hasMore }',
    launches: 'limit: 1) { hasMore }',
    market: `basket: "${BASKET}", base: "${BASKET}", quote: "${NATIVE}") { lastPrice }`,
    markets: 'limit: 1) { hasMore }',
    nodeAnswer: 'method: "getdifficulty") { text }',
    notarizations: 'limit: 1) { hasMore }',
    offers: 'limit: 1) { hasMore }',
    producers: 'limit: 1) { hasMore }',
    registrations: 'limit: 1) { hasMore }',
    stakes: `address: "${address}") { hasMore }`,
    supplyEvents: `currency: "${BASKET}") { hasMore }`,
    systemLocks: 'limit: 1) { hasMore }',
    statistics: 'interval: DAY) { hasMore }',
    transfer: `txid: "${txid}", index: 0) { amount }`,
    transfers: 'limit: 1) { hasMore }',
  };

  test('that is every field with a chainId', async () => {
    const { data } = await stack.query('test', '{ __type(name: "Query") { fields { name args { name } } } }');
    const withChain = data.__type.fields.filter(({ args }: { args: { name: string }[] }) =>
      args.some(({ name }) => name === 'chainId'),
    );
    expect(withChain.map(({ name }: { name: string }) => name).sort()).toEqual(Object.keys(fields).sort());
  });

  test.each(Object.entries(fields))('%s', async (name, rest) => {
    for (const [key, other] of [
      ['test', CHAINS.live],
      ['live', CHAINS.test],
    ] as const) {
      const [foreign, unknown] = await Promise.all(
        [other, NO_CHAIN].map((chainId) => stack.query(key, `{ ${name}(chainId: "${chainId}" ${rest} }`)),
      );
      expect(foreign?.errors).toMatchObject([{ path: [name], extensions: { code: 'NOT_FOUND' } }]);
      expect(foreign?.data?.[name] ?? null).toBeNull();
      // Networks are public (GET /status), so the error may name the kind of key.
      expect(foreign?.errors[0]?.message).toBe(FOREIGN[key](other));
      expect(unknown?.errors).toMatchObject([{ path: [name], message: `unknown chain ${NO_CHAIN}` }]);
      expect(foreign?.chains.map(({ chainId }) => chainId)).toEqual([CHAINS[key]]);
    }
  });

  test('a query without a chain reads the own one', async () => {
    for (const [key, environment] of [
      ['test', 'TESTNET'],
      ['live', 'MAINNET'],
    ] as const) {
      const { data } = await stack.query(
        key,
        '{ networks { chainId environment } syncState { chainId } blocks(limit: 1) { blocks { chainId } } }',
      );
      expect(data).toEqual({
        networks: [{ chainId: CHAINS[key], environment }],
        syncState: { chainId: CHAINS[key] },
        blocks: { blocks: [{ chainId: CHAINS[key] }] },
      });
    }
  });
});
