import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLObjectType,
  getIntrospectionQuery,
  isIntrospectionType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { withErrorsInOneOrder, withPathsPastLeftOutEntities } from '#/execution/apollo/known-difference.ts';
import { everyField } from './every-field.ts';
import { testKnownOperations } from './known-operations.ts';
import { type Operation, randomOperation } from './random-operation.ts';
import { TwinGateways, WHOLE, type World } from './twin-gateways.ts';

const schema = buildSchema(readFileSync(new URL('../../../docs/api.graphql', import.meta.url), 'utf8'));
const twins = new TwinGateways();
beforeAll(() => twins.start());
afterAll(() => twins.stop());

const WORLDS: World[] = [
  WHOLE,
  { ...WHOLE, seed: 'gaps', nulls: 0.2, absent: 0.3 },
  { ...WHOLE, seed: 'refusals', nulls: 0.1, errors: 0.05, absent: 0.1 },
  { ...WHOLE, seed: 'broken', nulls: 0.05, absent: 0.05, spoilt: 0.05 },
  { ...WHOLE, seed: 'ruins', nulls: 0.1, errors: 0.1, absent: 0.1, spoilt: 0.3 },
  { ...WHOLE, seed: 'strange keys', nulls: 0.05, errors: 0.1, absent: 0.1, spoiltKeys: 0.1 },
  { ...WHOLE, seed: 'ruined keys', nulls: 0.05, errors: 0.1, absent: 0.1, spoilt: 0.05, spoiltKeys: 0.3 },
];
/** `npm run test:long` draws more. */
const FUZZED = Number(process.env.TEST_OPERATIONS ?? 60);
let listed = 0;
const readBody = ({ body }: { body: string }): string => withErrorsInOneOrder(body);

/** The listed difference is about these lists, whose objects other teams complete. */
const LISTS_OF_ENTITIES = [
  '{ blocks { blocks { currencyStates { states { supply } } identityVersions { versions { version } } producer { balance type } } } }',
  '{ richList { entries { address { balance controls { totalCount } pending { changes { amount } } } } } }',
  '{ identities { identities { address { balance txCount } } } currencies { currencies { richList { totalCount } } } }',
  '{ addresses(addresses: ["a"]) { balance controls { totalCount } } walletTransactions(addresses: ["a"]) { transactions { fee } } }',
];
const corpus: Operation[] = [...everyField(schema), ...LISTS_OF_ENTITIES].map((query) => ({ query, variables: {} }));
const fuzzed = Array.from({ length: FUZZED }, (_, index) => randomOperation(schema, `operation ${index}`));

/** Apollo's executor runs no subscriptions, and a mutation is not asked twice. */
const INCOMPARABLE = new Set(['Subscription', 'PendingAdded', 'PendingLeft', 'Mutation', 'SentTransaction']);

function isIncomparable(type: GraphQLObjectType): boolean {
  return INCOMPARABLE.has(type.name) || type.getInterfaces().some(({ name }) => name === 'Event');
}

test('the corpus asks for every field of the schema', () => {
  const asked = new Set<string>();
  for (const { query } of corpus) {
    const types = new TypeInfo(schema);
    visit(
      parse(query),
      visitWithTypeInfo(types, {
        Field: ({ name }) => void asked.add(`${types.getParentType()?.name}.${name.value}`),
      }),
    );
  }
  const fields = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !isIntrospectionType(type) && !isIncomparable(type))
    .flatMap((type) => (isObjectType(type) ? Object.keys(type.getFields()).map((name) => `${type.name}.${name}`) : []));
  expect(fields.length).toBeGreaterThan(200);
  expect(fields.filter((field) => !asked.has(field))).toEqual([]);
});

describe.each(WORLDS.map((world) => [world.seed, world] as const))('in a world of %s', (_seed, world) => {
  beforeAll(() => twins.enter(world));

  test.each([
    ['every field', corpus],
    ['random operations', fuzzed],
  ])('%s: the bytes of the stock executor', async (_what, operations) => {
    for (const operation of operations) {
      const stock = await twins.ask('stock', operation);
      for (const time of ['first', 'again']) {
        const own = await twins.ask('own', operation);
        const bodies = own.body === stock.body ? [own.body, stock.body] : [own, stock].map(readBody);
        const [ours = '', theirs = ''] = bodies;
        const isListed = world.spoiltKeys > 0 && ours !== theirs;
        if (isListed) listed += 1;
        expect({ operation, time, status: own.status, body: ours }).toEqual({
          operation,
          time,
          status: stock.status,
          body: isListed ? withPathsPastLeftOutEntities(theirs, ours) : theirs,
        });
        expect(own.asked.toSorted()).toEqual(stock.asked.toSorted());
      }
      const chosen = await twins.ask('apollo', operation);
      const [same, expected] = [chosen, stock].map((answer) => ({
        operation,
        ...answer,
        // Its errors are in the order in which the subgraphs answered.
        body: chosen.body === stock.body ? answer.body : readBody(answer),
        asked: answer.asked.toSorted(),
      }));
      expect(same).toEqual(expected);
    }
  });
});

test('the listed difference was met, and others are not taken for it', () => {
  expect(listed).toBeGreaterThan(0);
  const body = (path: (string | number)[], message = 'm') =>
    JSON.stringify({ errors: [{ message, path }], data: null });
  const own = body(['page', 2, 'by', 'balance']);
  expect(withPathsPastLeftOutEntities(body(['page', 1, 'by', 'balance']), own)).toBe(own);
  const others = [
    body(['page', 3, 'by', 'balance']),
    body(['page', 1, 'of', 'balance']),
    body(['page', 1, 'by']),
    body(['page', 1, 'by', 'balance'], 'other'),
    JSON.stringify({ data: null }),
  ];
  for (const other of others) expect(withPathsPastLeftOutEntities(other, own)).not.toBe(own);
});

test('every operation of the corpus was run by our executor', () => {
  expect(twins.counts.executed).toBe(2 * WORLDS.length * (corpus.length + fuzzed.length));
});

testKnownOperations(twins, () => [...corpus, ...fuzzed]);

const SPECIAL: Operation[] = [
  { query: '{ __schema { queryType { name fields { name } } } networks { name } }', variables: {} },
  { query: '{ a: __type(name: "Block") { name fields { name } } __typename }', variables: {} },
  {
    query:
      'query ($n: String!, $s: Boolean!) { __type(name: $n) { kind name @skip(if: $s) } network(chainId: $n) { name } }',
    variables: { n: 'Address', s: false },
  },
  { query: getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true, oneOf: true }), variables: {} },
  {
    query: '{ s: __schema { ...S } s: __schema { d: description } } fragment S on __Schema { types { name } }',
    variables: {},
  },
  {
    query: '{ none: __type(name: "None") { name } networks { name } ...T } fragment T on Query { __typename }',
    variables: {},
  },
  { query: 'query ($x: Boolean = true) { __type(name: "Block") { name @include(if: $x) } }', variables: { x: null } },
  { query: 'query ($x: Boolean = true) { networks @include(if: $x) { name } }', variables: {} },
  { query: 'query ($x: Boolean = true) { networks @include(if: $x) { name } }', variables: { x: null } },
  { query: 'query ($l: Int) { blocks(limit: $l) { hasMore } }', variables: { l: 'ten' } },
  { query: 'query ($l: Int!) { blocks(limit: $l) { hasMore } }', variables: {} },
  { query: 'query ($h: BigInt) { block(height: $h) { hash } }', variables: { h: 1.5 } },
  { query: 'query A { networks { name } } query B { __typename }', operationName: 'B', variables: {} },
  { query: 'query A { networks { name } } query B { __typename }', operationName: 'C', variables: {} },
  { query: 'query A { networks { name } } query B { __typename }', variables: {} },
  {
    query: 'query ($representations: String) { blocks(chainId: $representations) { blocks { producer { balance } } } }',
    variables: { representations: 'x' },
  },
];

test.each(SPECIAL.map((operation) => [operation.query, operation]))(
  '%s: the bytes of the stock executor',
  async (_query, operation) => {
    twins.enter({ ...WHOLE, seed: 'special', nulls: 0.1 });
    const stock = await twins.ask('stock', operation);
    for (const time of ['first', 'again']) {
      const own = await twins.ask('own', operation);
      expect([time, own.status, own.body]).toEqual([time, stock.status, stock.body]);
    }
    const chosen = await twins.ask('apollo', operation);
    expect([chosen.status, chosen.body]).toEqual([stock.status, stock.body]);
  },
);
