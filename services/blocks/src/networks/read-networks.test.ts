import { readFileSync } from 'node:fs';
import { NetworksFileError, readNetworks } from './read-networks.ts';

const VRSC = 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV';
const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';

function network(chainId: string, rest: string): string {
  return `
  - chainId: ${chainId}
    name: some chain
    environment: TESTNET
    endpoints: [{ url: "http://127.0.0.1:18843", userEnv: NODE_USER, passwordEnv: NODE_PASSWORD }]
    ${rest}`;
}

const environment = { NODE_USER: 'u', NODE_PASSWORD: 'p' };

function faultsOf(text: string, variables: Record<string, string> = environment): readonly string[] {
  try {
    readNetworks(text, variables);
  } catch (error) {
    if (error instanceof NetworksFileError) return error.faults;
    throw error;
  }
  return [];
}

test('credentials come from the variables the file names', () => {
  const [only] = readNetworks(`networks:${network(VRSC, 'zmq: "tcp://127.0.0.1:28332"')}`, environment);
  expect(only).toEqual({
    chainId: VRSC,
    name: 'some chain',
    environment: 'TESTNET',
    isDefault: true,
    endpoints: [{ url: 'http://127.0.0.1:18843', user: 'u', password: 'p' }],
    zmq: 'tcp://127.0.0.1:28332',
  });
});

test('the marked network is the default, else the first of its environment', () => {
  const marked = readNetworks(`networks:${network(VRSC, '')}${network(VRSCTEST, 'default: true')}`, environment);
  expect(marked.map(({ isDefault }) => isDefault)).toEqual([false, true]);
  const unmarked = readNetworks(`networks:${network(VRSC, '')}${network(VRSCTEST, '')}`, environment);
  expect(unmarked.map(({ isDefault }) => isDefault)).toEqual([true, false]);
});

test('the example that operators copy is readable', () => {
  const example = readFileSync(new URL('../../../../networks.example.yaml', import.meta.url), 'utf8');
  const names = example.match(/(?<=Env: )\w+/g) ?? [];
  const networks = readNetworks(example, Object.fromEntries(names.map((name) => [name, 'x'])));
  expect(networks.map(({ chainId, isDefault }) => [chainId, isDefault])).toEqual([
    [VRSC, true],
    [VRSCTEST, true],
  ]);
});

test('all faults of form are reported together', () => {
  const faults = faultsOf(`
networks:
  - chainId: nonsense
    name: ""
    environment: DEVNET
    endpoints: [{ url: "ftp://x", userEnv: "1x", passwordEnv: P }]
    extra: 1`);
  for (const place of ['chainId', 'name', 'environment', 'endpoints.0.url', 'endpoints.0.userEnv', 'extra']) {
    expect(faults.join('\n')).toContain(place);
  }
});

test('credentials in a URL are a fault that does not repeat them', () => {
  const text = `networks:${network(VRSC, '')}`.replace('http://', 'http://someone:secret@');
  expect(faultsOf(text)).toEqual(['networks.0.endpoints.0.url: must not carry credentials: name variables instead']);
});

test('all faults of meaning are reported together', () => {
  const text = `networks:${network(VRSC, 'default: true')}${network(VRSC, 'default: true')}`;
  expect(faultsOf(text, { NODE_USER: 'u' })).toEqual([
    `some chain: chainId ${VRSC} is listed twice`,
    'some chain: TESTNET has another default already',
    'some chain: environment variable NODE_PASSWORD is not set',
    'some chain: environment variable NODE_PASSWORD is not set',
  ]);
});

test('broken YAML and an empty file are faults too', () => {
  expect(faultsOf('networks: [')).not.toEqual([]);
  expect(faultsOf('')).not.toEqual([]);
  expect(faultsOf('networks: []')).not.toEqual([]);
});

test('a checkpoint names a block by height and hash', () => {
  const hash = 'ab'.repeat(32);
  const [only] = readNetworks(`networks:${network(VRSC, `checkpoint: { height: 7, hash: "${hash}" }`)}`, environment);
  expect(only?.checkpoint).toEqual({ height: 7, hash });
  expect(() => readNetworks(`networks:${network(VRSC, 'checkpoint: { height: 7, hash: "ab" }')}`, environment)).toThrow(
    '64 hexadecimal digits',
  );
});
