import { buildSchema } from 'graphql';
import { abstractGraph } from './abstract-graph.ts';
import { withRightPlaces } from './error-places.ts';
import { testKnownOperations } from './known-operations.ts';
import { type Operation, randomOperation } from './random-operation.ts';
import { TwinGateways, WHOLE, type World } from './twin-gateways.ts';

/** `npm run test:long` draws more. */
const FUZZED = Number(process.env.TEST_OPERATIONS ?? 40);
/** Longer ones are mostly beyond the limits. */
const LENGTH_MAX = 2_000;

const schema = buildSchema(abstractGraph.apiSdl);
const twins = new TwinGateways(abstractGraph);
const fuzzed: Operation[] = [];
beforeAll(async () => {
  await twins.start();
  twins.enter(WHOLE);
  for (let index = 0; fuzzed.length < FUZZED; index += 1) {
    const operation = randomOperation(schema, `operation ${index}`);
    if (operation.query.length > LENGTH_MAX) continue;
    // Apollo's planner has no plan for some, and the limits refuse others.
    if ((await twins.ask('stock', operation)).status === 200) fuzzed.push(operation);
  }
});
afterAll(() => twins.stop());

const MUTATION = `mutation {
  shelve(title: "t") { __typename title blurb }
  join { ... on Person { age reviews { text } } ... on Club { rules(of: 1) } }
  annotate { text about { score } }
  review(text: "r") { of { title ... on Film { minutes } } by { __typename } }
  again: shelve { id ... on Book { price } }
}`;
const MUTATED: Operation = { query: MUTATION, variables: {} };
const WORLDS: World[] = [
  WHOLE,
  { ...WHOLE, seed: 'gaps', nulls: 0.2, absent: 0.3 },
  { ...WHOLE, seed: 'refusals', nulls: 0.1, errors: 0.05, absent: 0.1 },
  { ...WHOLE, seed: 'misnamed', nulls: 0.05, misnamed: 0.05 },
  { ...WHOLE, seed: 'often misnamed', misnamed: 0.4 },
  { ...WHOLE, seed: 'broken', nulls: 0.05, absent: 0.05, spoilt: 0.05 },
  { ...WHOLE, seed: 'ruins', nulls: 0.1, errors: 0.1, absent: 0.1, spoilt: 0.2, misnamed: 0.2 },
];
const WRITTEN: Operation[] = [
  '{ media { __typename id title ... on Book { isbn own: isbn } ... on Film { own: name minutes } ... on Song { label } } }',
  '{ search { kind: __typename ... on Named { name } ... on Note { text about { title } } ... on Media { id } } grid { __typename } }',
  'query ($x: Boolean!) { found { ... on Book @include(if: $x) { isbn } ...F @skip(if: $x) __typename } } fragment F on Found { ... on Person { name age } }',
  '{ media { sequel { title } ... on Book { sequel { isbn related { id } } } ... on Media { sequel { related { title } } } } }',
  '{ book { ... on Named { __typename name } ... on Media { ... on Book { isbn } ... on Film { minutes } } } }',
  // An interface object knows entities by their interface alone.
  '{ topRated { __typename score title ... on Book { isbn } ... on Film { minutes } } }',
  '{ media { rank reviews { text by { __typename ... on Person { name } } of { id rank title } } } }',
  '{ media { __typename score ... on Book { isbn rank } ... on Film { minutes } } }',
  '{ latest { of { score ... on Song { label } } by { ... on Paper { title } } } }',
  '{ book { price discount { __typename ... on Percent { percent } ... on Gift { what { price } } } } }',
  '{ media { ... on Book { price } ... on Film { price maker { city } } } makers { __typename ... on Press { boss { __typename } } } }',
  // The types of one interface give a field a narrower type than it does.
  '{ sized { __typename id size } }',
  '{ owner { since holds { score } ... on Club { leader { name mail } members { ... on Owner { since } } rules(of: 2) } } }',
  '{ members { ... on Person { age friends { ... on Club { members { __typename } } } } ... on Club { id } } }',
  '{ notes { text home { book { title } topRated { score } members { __typename } } } }',
  // Only the real types know the fields that an interface object requires.
  '{ media { blurb score ... on Song { label } } topRated { blurb } }',
  '{ book { tax price } media { ... on Book { tax } } }',
  '{ members { ... on Person { circle { __typename ... on Ban { since } } name } } }',
  'query ($x: Boolean!) { media { ... on Book @include(if: $x) { price tax } ... on Film @skip(if: $x) { price } score @skip(if: $x) blurb @include(if: $x) } }',
  'query ($x: Boolean!) { members @include(if: $x) { ... on Person { circle { __typename } reviews { text } } } book @skip(if: $x) { tax } }',
  '{ found { ... on Sized { it: size id } ... on Note { about { ... on Sized { size again: size } } } } }',
].map((query) => ({ query, variables: query.includes('$x') ? { x: true } : {} }));
WRITTEN.push(MUTATED);

describe.each(WORLDS.map((world) => [world.seed, world] as const))('in a world of %s', (_seed, world) => {
  beforeAll(() => twins.enter(world));

  test.each([
    ['written operations', WRITTEN],
    ['random operations', fuzzed],
  ])('%s: the bytes of the stock executor', async (_what, operations) => {
    for (const operation of operations) {
      const stock = await twins.ask('stock', operation);
      for (const time of ['first', 'again']) {
        const own = await twins.ask('own', operation);
        const body = world.errors + world.spoilt > 0 ? withRightPlaces(stock.body, own.body) : stock.body;
        expect({ operation, time, status: own.status, body: own.body }).toEqual({
          operation,
          time,
          status: stock.status,
          body,
        });
        expect(own.asked.toSorted()).toEqual(stock.asked.toSorted());
      }
    }
  });
});

test('every operation was run by our executor', () => {
  expect(twins.counts.executed).toBe(2 * WORLDS.length * (WRITTEN.length + fuzzed.length));
});

test('errors stand at other places than the stock executor’s only where a fetch leaves entities out', async () => {
  const places = { right: 0, wrong: 0 };
  for (let seed = 0; seed < 150; seed += 1) {
    twins.enter({ ...WHOLE, errors: 0.3, seed: `refusals ${seed}` });
    const operation = { query: '{ media { ... on Film { price } } }', variables: {} };
    const [stock, own] = [await twins.ask('stock', operation), await twins.ask('own', operation)];
    expect(own.body).toBe(withRightPlaces(stock.body, own.body));
    places[own.body === stock.body ? 'right' : 'wrong'] += 1;
  }
  expect(places.wrong).toBeGreaterThan(0);
  expect(places.right).toBeGreaterThan(places.wrong);
});

testKnownOperations(twins, () => [...WRITTEN, ...fuzzed]);

describe('the written operations lead to fetches of', () => {
  const asked: string[] = [];
  beforeAll(async () => {
    for (let seed = 0; seed < 24; seed += 1) {
      twins.enter({ ...WHOLE, seed: `seed ${seed}` });
      for (const operation of WRITTEN) asked.push(...(await twins.ask('own', operation)).asked);
    }
  });

  test.each([
    [
      'entities of several types',
      /"__typename":"Book".*\},\{"__typename":"Film"|"__typename":"Film".*\},\{"__typename":"Book"/s,
    ],
    ['entities that are called by their interface', /"representations":\[\{"__typename":"Media","id":/],
    ['fields under another name', /size__alias_0/],
    ['what only one type of a required object has', /"maker":\{"__typename":"Press",("city":"[^"]*",)?"presses":/],
    ['a required object of a union', /"boss":\{("__typename":"\w+",)?"(land|horses)"/],
    ['required members of an interface object', /"__typename":"Media","id":"[^"]*","title":".*","owner":\{"id":/],
    ['a required member that requires others', /^people .*"__typename":"Book","price":/s],
    ['a required list of a union', /"friends":\[.*\{"__typename":"Club","since":/],
    [
      'what a fragment on an interface requires',
      /"__typename":"Film","id":"[^"]*","maker":\{("crew":\{"count":\d+\},)?"city"/,
    ],
  ])('%s', (_what, pattern) => {
    expect(asked).toContainEqual(expect.stringMatching(pattern));
  });
});

test('the root fields of a mutation are asked for one after the other, each with all that it needs', async () => {
  twins.enter(WHOLE);
  const [stock, own] = [await twins.ask('stock', MUTATED), await twins.ask('own', MUTATED)];
  expect(own.asked).toEqual(stock.asked);
  const roots = own.asked.filter((body) => body.includes('"query":"mutation')).map((body) => body.split(' ', 1)[0]);
  expect(roots).toEqual(['catalog', 'people', 'catalog', 'reviews', 'catalog']);
});

test('introspection beside other fields, of a graph with abstract types', async () => {
  twins.enter(WHOLE);
  const operation = {
    query: '{ __type(name: "Media") { possibleTypes { name } } item { __typename } }',
    variables: {},
  };
  expect((await twins.ask('own', operation)).body).toBe((await twins.ask('stock', operation)).body);
});
