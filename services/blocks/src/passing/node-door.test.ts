import { createLogger } from '@ledgergraph/service-kit/logger';
import type { AskingNode } from '#/following/client-nodes.ts';
import {
  AuthenticationError,
  ConnectionError,
  RpcTimeoutError,
  TooLongAnswerError,
  VerusRpcError,
  WarmingUpError,
} from '#/verus-rpc/errors.ts';
import { PASSED_METHODS } from '#/verus-rpc/rpc-methods.ts';
import { NodeDoor } from './node-door.ts';

const CHAIN = 'iChain';
const logger = createLogger('test', 'silent');
const DIFFICULTY = { method: 'getdifficulty', params: '[]' };
const SUPPLY = { method: 'gettxoutsetinfo', params: '[]' };

type Ask = AskingNode['ask'];

function openDoor(...answers: Ask[]) {
  const asked: string[] = [];
  let running = 0;
  let most = 0;
  const place = { height: 100, hash: 'a' };
  const nodes = answers.map(
    (answer, index): AskingNode => ({
      name: `node-${index}`,
      ask: async (method, params, limits) => {
        asked.push(`${index} ${method} ${params}`);
        running += 1;
        most = Math.max(most, running);
        try {
          return await answer(method, params, limits);
        } finally {
          running -= 1;
        }
      },
    }),
  );
  const outcomes: string[] = [];
  const door = new NodeDoor({
    logger,
    chains: new Map([[CHAIN, { askers: () => nodes, tip: () => place }]]),
    methods: PASSED_METHODS,
    onPassed: (_, method, kind) => outcomes.push(`${method} ${kind}`),
    patienceMs: 150,
  });
  return { door, asked, outcomes, place, most: () => most };
}

const gate = () => {
  let open: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open?.() };
};

const fine: Ask = async () => '1.50000000';
const ANSWERED = { kind: 'answered', text: '1.50000000' } as const;
const fails =
  (error: Error): Ask =>
  () =>
    Promise.reject(error);
const refuses = (code: number, message: string): Ask => fails(new VerusRpcError('node', 'm', code, message));

test('a hundred at once of one team go to the node one by one, and none is lost', async () => {
  const { door, asked, most, outcomes } = openDoor(fine);
  const all = await Promise.all(Array.from({ length: 100 }, () => door.ask(CHAIN, 'a', DIFFICULTY)));
  const kinds = all.map(({ kind }) => kind);
  // A team may hold 10 MB, of which each call counts 100 kB.
  expect(kinds.filter((kind) => kind === 'answered').length).toBeGreaterThanOrEqual(75);
  expect(kinds.every((kind) => kind === 'answered' || kind === 'busy')).toBe(true);
  expect(most()).toBe(1);
  expect(asked).toHaveLength(kinds.filter((kind) => kind === 'answered').length);
  expect(outcomes).toHaveLength(100);
});

test('a team that floods a slow node does not keep another one out, and never has it all', async () => {
  const { opened, open } = gate();
  const { door, most } = openDoor(async (method, ...rest) => {
    if (method === 'getdifficulty') await opened;
    return fine(method, ...rest);
  });
  const flood = Array.from({ length: 50 }, () => door.ask(CHAIN, 'a', DIFFICULTY));
  expect(await door.ask(CHAIN, 'b', { method: 'estimatefee', params: '[2]' })).toEqual({
    kind: 'answered',
    text: '1.50000000',
  });
  open();
  await Promise.all(flood);
  expect(most()).toBe(2);
});

test('a node that never answers is given up, and its places stay taken while it may still work', async () => {
  const { opened, open } = gate();
  const { door, asked } = openDoor(async (...call) => {
    await opened;
    return fine(...call);
  });
  const first = await Promise.all(['a', 'b', 'c'].map((team) => door.ask(CHAIN, team, DIFFICULTY)));
  expect(first).toEqual([{ kind: 'away' }, { kind: 'away' }, { kind: 'busy' }]);
  expect(await door.ask(CHAIN, 'd', DIFFICULTY)).toEqual({ kind: 'busy' });
  expect(asked).toHaveLength(2);
  open();
  await new Promise(setImmediate);
  expect(await door.ask(CHAIN, 'd', DIFFICULTY)).toMatchObject({ kind: 'answered' });
});

test('large parameters are bounded for a team and for all', async () => {
  const { opened, open } = gate();
  const { door } = openDoor(async (...call) => {
    await opened;
    return fine(...call);
  });
  const large = { method: 'decodescript', params: JSON.stringify(['0'.repeat(4_000_000)]) };
  const ofOne = Array.from({ length: 3 }, () => door.ask(CHAIN, 'a', large));
  const ofMany = Array.from({ length: 20 }, (_, team) => door.ask(CHAIN, `t${team}`, large));
  expect(await ofOne[2]).toEqual({ kind: 'busy' });
  const refused = (await Promise.all(ofMany.slice(8))).filter(({ kind }) => kind === 'busy');
  expect(refused.length).toBe(12);
  open();
  await Promise.all([...ofOne, ...ofMany]);
});

test.each([
  ['the daemon refuses', [refuses(-5, 'No such thing'), fine], { kind: 'error', code: -5, message: 'No such thing' }],
  ['the first starts', [fails(new WarmingUpError('n', 'm', -28, 'Loading')), fine], ANSWERED],
  ['the first is away', [fails(new ConnectionError('n', 'x')), fine], ANSWERED],
  ['the first knows us not', [fails(new AuthenticationError('n', 'x')), fine], ANSWERED],
  ['all are silent', [fails(new RpcTimeoutError('n', 'x')), fails(new RpcTimeoutError('n', 'x'))], { kind: 'away' }],
  ['no node has answered a survey', [], { kind: 'away' }],
  ['of a fault of ours', [fails(new TypeError('a bug'))], { kind: 'away' }],
  [
    'the answer has no end',
    [fails(new TooLongAnswerError('n', 'x')), fine],
    { kind: 'error', code: -32_603, message: 'the answer is longer than 16000000 bytes' },
  ],
] as const)('where %s, the outcome is the one that is known', async (_, answers, outcome) => {
  expect(await openDoor(...answers).door.ask(CHAIN, 'a', DIFFICULTY)).toEqual(outcome);
});

test.each([
  'Cannot open file /etc/passwd',
  'boost::filesystem: No space left on device: "/home/verus/.komodo/VRSC/blocks"',
  'cannot connect to 10.0.0.7:27486',
  'see http://127.0.0.1:27486/',
  'C:\\Verus\\wallet.dat is locked',
  'bind to [::1]:1 failed',
  `TX decode failed: ${'0400008085'.repeat(20)}`,
])('words of the daemon that name its machine, or repeat a transaction, do not reach a client: %s', async (message) => {
  const outcome = await openDoor(refuses(-1, message)).door.ask(CHAIN, 'a', DIFFICULTY);
  expect(outcome).toEqual({ kind: 'error', code: -1, message: 'the node refuses the call' });
});

test.each([
  'Invalid address: x@',
  'Hash type x must be one of ("sha256rev", "sha256D", "blake2b")',
  'AcceptToMemoryPool: absurdly high fees 9fc2, 5450000000 > 210000',
  '16: mandatory-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack element)',
  'Invalid currency or currency not found',
  'If UTXO list is present, transparent change address must be provided. Please see help.',
])('its usual words do: %s', async (message) => {
  const outcome = await openDoor(refuses(-8, message)).door.ask(CHAIN, 'a', DIFFICULTY);
  expect(outcome).toEqual({ kind: 'error', code: -8, message });
});

test('a heavy call is asked once for a tip, also while it runs for longer than a client waits', async () => {
  const { opened, open } = gate();
  const { door, asked, place } = openDoor(async () => {
    await opened;
    return '{"height":100}';
  });
  const all = await Promise.all(['a', 'b', 'c'].map((team) => door.ask(CHAIN, team, SUPPLY)));
  expect(all).toEqual(new Array(3).fill({ kind: 'busy' }));
  // Another heavy one waits for its end, and the others have one place left.
  expect(await door.ask(CHAIN, 'a', { method: 'coinsupply', params: '[]' })).toEqual({ kind: 'busy' });
  const others = await Promise.all(['b', 'c'].map((team) => door.ask(CHAIN, team, DIFFICULTY)));
  expect(others).toEqual([{ kind: 'away' }, { kind: 'busy' }]);
  asked.length = 1;
  open();
  expect(await door.ask(CHAIN, 'd', SUPPLY)).toEqual({ kind: 'answered', text: '{"height":100}' });
  expect(await door.ask(CHAIN, 'd', SUPPLY)).toMatchObject({ kind: 'answered' });
  expect(asked).toHaveLength(1);
  place.hash = 'b';
  expect(await door.ask(CHAIN, 'd', SUPPLY)).toMatchObject({ kind: 'answered' });
  expect(asked).toHaveLength(2);
  // Each has given its place back.
  expect(await door.ask(CHAIN, 'd', DIFFICULTY)).toMatchObject({ kind: 'answered' });
});

test('a heavy call that failed is asked again', async () => {
  const answers = [fails(new ConnectionError('n', 'x')), fine];
  const { door } = openDoor((...call) => (answers.shift() as Ask)(...call));
  expect(await door.ask(CHAIN, 'a', SUPPLY)).toEqual({ kind: 'away' });
  expect(await door.ask(CHAIN, 'a', SUPPLY)).toMatchObject({ kind: 'answered' });
});

const WALLET = {
  address: 'R1',
  scriptPubKey: '76',
  segid: 3,
  ismine: true,
  issharedownership: true,
  iswatchonly: true,
  isscript: false,
  pubkey: '02ab',
  iscompressed: true,
  account: 'savings',
};

test.each([
  [
    'validateaddress',
    '["R1"]',
    { isvalid: true, ...WALLET },
    {
      isvalid: true,
      address: 'R1',
      scriptPubKey: '76',
      segid: 3,
      ismine: false,
      issharedownership: false,
      iswatchonly: false,
      isscript: false,
    },
  ],
  [
    'validateaddress',
    '["b1"]',
    { isvalid: true, isscript: true, script: 'multisig', hex: '51', addresses: ['R1'], sigsrequired: 1 },
    { isvalid: true, isscript: true },
  ],
  [
    'validateaddress',
    '["a@"]',
    { isvalid: true, isidentity: true, isrevoked: false, addresses: ['R1'], sigsrequired: 1 },
    { isvalid: true, isidentity: true, isrevoked: false, addresses: ['R1'], sigsrequired: 1 },
  ],
  [
    'getinfo',
    '[]',
    {
      VRSCversion: '1',
      walletversion: 1,
      blocks: 5,
      proxy: '10.0.0.7:9050',
      keypoololdest: 1,
      keypoolsize: 1,
      unlocked_until: 1,
      paytxfee: 1,
      rpcport: 9,
      errors: 'bind to 10.0.0.7',
    },
    { VRSCversion: '1', blocks: 5, proxy: '', errors: '' },
  ],
  [
    'getnetworkinfo',
    '[]',
    {
      networks: [{ name: 'onion', proxy: '10.0.0.7:9050' }],
      localaddresses: [{ address: '203.0.113.7', port: 1 }],
      warnings: 'old',
    },
    { networks: [{ name: 'onion', proxy: '' }], localaddresses: [], warnings: 'old' },
  ],
  [
    'listcurrencies',
    '[{"launchstate":"complete"}]',
    [
      { currencydefinition: { currencyid: CHAIN, nodes: [{ networkaddress: '203.0.113.7:1' }] }, bestheight: 1 },
      { currencydefinition: { currencyid: 'iOther', nodes: [{ networkaddress: 'of its definition' }] } },
    ],
    [
      { currencydefinition: { currencyid: CHAIN }, bestheight: 1 },
      { currencydefinition: { currencyid: 'iOther', nodes: [{ networkaddress: 'of its definition' }] } },
    ],
  ],
  [
    'getidentity',
    '["a@"]',
    { status: 'active', canspendfor: true, cansignfor: true },
    { status: 'active', canspendfor: false, cansignfor: false },
  ],
])('%s %s answers without the wallet and the machine of the node', async (method, params, node, client) => {
  const outcome = await openDoor(async () => JSON.stringify(node)).door.ask(CHAIN, 'a', { method, params });
  expect(JSON.parse(outcome.kind === 'answered' ? outcome.text : '')).toEqual(client);
});

test('a method that is not passed costs the node nothing, and has no name in a metric', async () => {
  const { door, asked, outcomes } = openDoor(fine);
  expect(await door.ask(CHAIN, 'a', { method: 'dumpwallet', params: '["/tmp/x"]' })).toMatchObject({ kind: 'refused' });
  expect(await door.ask('iOther', 'a', DIFFICULTY)).toEqual({ kind: 'away' });
  expect(asked).toEqual([]);
  expect(outcomes).toEqual(['other refused', 'getdifficulty away']);
});
