import { readFileSync } from 'node:fs';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { type Received, receiveOverWebSocket } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { encodeAddress } from '@ledgergraph/verus-protocol/address';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { GraphQLError } from 'graphql';
import { readEventFields } from '#/events/event-fields.ts';
import { LIVE_CHAIN, tip } from '../gateway-stand.ts';
import { setPool } from './pending-setting.ts';

// A mistyped name would be followed in silence, so a name has to be known; what a stream follows then never changes.

const ADDRESS = 'R9NVxTj2ewfiTUzAfn7FSsq9kxNt6fjaaZ';
const ID = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const ALPHA = identityAddressOf(['alpha', 'VRSCTEST']);
const FIELDS = [
  ['addressActivity', 'addresses'],
  ['pendingChanges', 'addresses'],
  ['identityChanges', 'identities'],
  ['currencyChanges', 'currencies'],
  ['conversions', 'baskets'],
  ['transferChanges', 'addresses'],
  ['offerChanges', 'addresses'],
] as const;

const { stand, keys, chain, subscribe: open } = setPool();
const known = new Map<string, string>();
const asked: string[][] = [];

beforeEach(() => {
  known.clear();
  known.set('alpha@', ALPHA);
  asked.length = 0;
  const answer = (names: string[], toThing: (id: string) => object) => {
    asked.push(names);
    return names.map((name) => {
      const id = known.get(name);
      if (id !== undefined) return toThing(id);
      return new GraphQLError(`no thing ${name} on VRSCTEST`, { extensions: { code: 'NOT_FOUND' } });
    });
  };
  const { addresses, identities, currencies } = stand.subgraphs;
  addresses.resolvers = {
    Query: {
      addresses: (_: unknown, args: { addresses: string[] }) => answer(args.addresses, (address) => ({ address })),
    },
  };
  identities.resolvers = {
    Query: {
      identitiesByName: (_: unknown, { names }: { names: string[] }) =>
        answer(names, (identityAddress) => ({ identityAddress })),
      identityChanges: (_: unknown, { toHeight }: { toHeight: number }) =>
        [ALPHA, ID].map((id) => ({ height: toHeight, txIndex: 1, vout: 0, id, reference: '1' })),
    },
  };
  currencies.resolvers = {
    Query: {
      currenciesByName: (_: unknown, { names }: { names: string[] }) => answer(names, (currencyId) => ({ currencyId })),
    },
  };
});

interface Asking {
  key?: string;
  after?: string;
  rest?: string;
}

const subscribe = (field: string, argument: string, ids: readonly string[], { rest = '', ...asking }: Asking = {}) =>
  open({ query: `subscription { ${field}(${argument}: ${JSON.stringify(ids)}${rest}) { __typename } }`, ...asking });

async function refusalOf(field: string, argument: string, ids: readonly string[], asking?: Asking) {
  const reason = await subscribe(field, argument, ids, asking).then(() => 'the stream was opened {}', String);
  return (JSON.parse(reason.slice(reason.indexOf('{'))).errors ?? [])[0];
}

const paid = () => stand.settled.get(CallStatus.ANSWERED) ?? 0;

test('the subscriptions that name objects are those of the graph, and each has a query of names', () => {
  const declared = readEventFields(readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8'));
  const named = [...declared.values()].filter(({ ids }) => ids !== undefined);
  expect(named.map(({ name, ids }) => [name, ids]).sort()).toEqual([...FIELDS].sort());
  for (const { objects } of named) expect(objects.named).toContain('$names');
});

test.each(FIELDS)(
  '%s takes names beside ids, asks about them once, and pays one call for that',
  async (field, argument) => {
    const before = paid();
    await subscribe(field, argument, [ID, 'alpha@', 'alpha@', ALPHA]);
    expect(asked).toEqual([['alpha@']]);
    expect(paid()).toBe(before + 1);
    await subscribe(field, argument, [ID]);
    expect([asked.length, paid()]).toEqual([1, before + 1]);
  },
);

test.each(FIELDS)('%s of a name that nothing has is refused as a query of it is', async (field, argument) => {
  expect(await refusalOf(field, argument, [ID, 'alpha@', 'alhpa@'])).toEqual({
    message: 'no thing alhpa@ on VRSCTEST',
    extensions: { code: 'NOT_FOUND' },
  });
});

test.each(FIELDS)('%s of a mistyped id is refused with the reason, and nothing is asked', async (field, argument) => {
  expect(await refusalOf(field, argument, ['alpha@', ID.replace(/.$/, 'C')])).toMatchObject({
    message: expect.stringContaining(`${argument}[1]: the checksum`),
    extensions: { code: 'VALIDATION_ERROR', argument },
  });
  expect(asked).toEqual([]);
});

test.each(FIELDS)('%s takes an address where something of it can happen', async (field, argument) => {
  if (argument === 'addresses') await subscribe(field, argument, [ADDRESS, ID]);
  else {
    expect(await refusalOf(field, argument, [ADDRESS])).toMatchObject({
      message: `${argument}[0]: ${ADDRESS} is an address, and neither an i-address nor a name`,
      extensions: { code: 'VALIDATION_ERROR', argument },
    });
  }
});

test('a hundred names are one question, and one more is refused before any', async () => {
  const names = Array.from({ length: 101 }, (_, index) => `name${index}@`);
  for (const name of names) known.set(name, encodeAddress('IDENTITY', new Uint8Array(20).fill(known.size % 256)));
  await subscribe('identityChanges', 'identities', names.slice(1));
  expect(asked).toEqual([names.slice(1)]);
  expect(await refusalOf('identityChanges', 'identities', names)).toMatchObject({
    message: 'identities takes 100 names',
    extensions: { code: 'VALIDATION_ERROR', argument: 'identities' },
  });
  expect(await refusalOf('identityChanges', 'identities', Array(1_001).fill(ID))).toMatchObject({
    message: 'identities takes 1 to 1000 values',
    extensions: { code: 'VALIDATION_ERROR', argument: 'identities' },
  });
  expect(asked).toHaveLength(1);
});

test.each(['', '@', 'a/b', '"}){ networks { name } }#', 'two..dots@', `${'n'.repeat(5_000)}/`])(
  'a text that is no possible name is refused with a short reason, and nothing is asked: %.20j',
  async (text) => {
    const refusal = await refusalOf('identityChanges', 'identities', ['alpha@', text]);
    expect(refusal.extensions).toEqual({ code: 'VALIDATION_ERROR', argument: 'identities' });
    expect(refusal.message.length).toBeLessThan(300);
    expect(asked).toEqual([]);
  },
);

test('a hostile text that could be a name is a value of the question and no part of it', async () => {
  const text = '{x}) $names \u202e ';
  expect(await refusalOf('identityChanges', 'identities', [text])).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  expect(asked).toEqual([[text]]);
});

test('a stream of a name has what is of it, and goes on from its cursor whatever the name means by then', async () => {
  const event = '... on IdentityChanged { identity { identityAddress } }';
  const query = `subscription { identityChanges(identities: ["alpha@"]) { ${event} } }`;
  const follow = (after?: string) => open({ query, after });
  const idsOf = ({ events }: Received) => events.map(({ data }) => data.identityChanges.identity.identityAddress);
  const stream = await follow();
  const { cursor } = stream;
  await chain.grow();
  await waitFor(() => stream.events.length === 1, { what: 'the change' });
  expect(idsOf(stream)).toEqual([ALPHA]);
  // Its registration was reorganised away, and nothing else can take its place.
  known.clear();
  const before = paid();
  const again = await follow(cursor);
  await waitFor(() => again.events.length === 1, { what: 'the change again' });
  expect(idsOf(again)).toEqual([ALPHA]);
  expect(again.events[0].extensions.event.id).toBe(stream.events[0].extensions.event.id);
  expect([asked.length, paid() - before]).toEqual([1, 1]);
  // A new stream has to name something.
  expect(await refusalOf('identityChanges', 'identities', ['alpha@'])).toMatchObject({
    extensions: { code: 'NOT_FOUND' },
  });
});

test('on a chain below the root a stream takes a name that can mean one thing alone, however many are registered', async () => {
  const tips = stand.tips();
  const below = tip(chain.height, { chainId: ID, name: 'pchain', isDefault: false });
  stand.tips = () => [...tips, below];
  await stand.follower.refresh();
  const rest = ', chainId: "pchain"';
  expect(await refusalOf('identityChanges', 'identities', ['alpha@'], { rest })).toEqual({
    message: 'identities[0]: alpha@ can mean alpha.VRSCTEST@ or alpha.pchain@',
    extensions: { code: 'AMBIGUOUS_NAME', candidates: ['alpha.VRSCTEST@', 'alpha.pchain@'] },
  });
  known.set('alpha.pchain@', identityAddressOf(['alpha', 'pchain', 'VRSCTEST']));
  await subscribe('identityChanges', 'identities', ['alpha.pchain@'], { rest });
  expect(asked).toEqual([['alpha.pchain@']]);
});

test('a key of the other network learns nothing of a name, and one whose month is used up asks nothing', async () => {
  const rest = `, chainId: "${LIVE_CHAIN}"`;
  expect(await refusalOf('identityChanges', 'identities', ['alpha@'], { rest })).toMatchObject({
    extensions: { code: 'NOT_FOUND' },
    message: expect.stringContaining('mainnet'),
  });
  const { key } = keys.make({ month: 0n });
  stand.quotas.limit = 0n;
  expect(await refusalOf('identityChanges', 'identities', ['alpha@'], { key })).toMatchObject({
    extensions: { code: 'QUOTA_EXCEEDED' },
  });
  expect(asked).toEqual([]);
});

test('while names cannot be looked up a stream is refused for a moment, and nothing is paid', async () => {
  const before = paid();
  stand.subgraphs.identities.intercept = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  expect(await refusalOf('identityChanges', 'identities', ['alpha@'])).toMatchObject({
    extensions: { code: 'SUBGRAPH_UNAVAILABLE' },
  });
  expect(paid()).toBe(before);
});

test('over a WebSocket a name is taken and refused alike', async () => {
  const ask = (name: string) =>
    receiveOverWebSocket({
      gatewayUrl: stand.url,
      key: stand.testKey,
      query: 'subscription ($names: [String!]) { identityChanges(identities: $names) { __typename } }',
      variables: { names: [name] },
    });
  const stream = await ask('alhpa@');
  await waitFor(() => stream.endCode !== undefined, { what: 'the refusal' });
  expect(stream.endCode).toBe('NOT_FOUND');
  stream.close();
});
