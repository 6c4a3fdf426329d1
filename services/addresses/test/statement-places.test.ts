import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';
import { readRecordedMovements } from './recorded-movements.ts';

const NAME = 'vrsctest-a';
const PLACES = 20;

const blocks = readNormalizedBlocks(NAME);
const tip = blocks.length - 1;
let database: AddressDatabase;
let graph: AddressGraph;

beforeAll(async () => {
  database = await AddressDatabase.create();
  await database.apply(blocks);
  graph = await openAddressGraph(database);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

async function ask(query: string, after: unknown): Promise<Untyped> {
  const { data, errors } = await graph.ask(query, { after }, { environment: 'TESTNET' });
  expect(errors).toBeUndefined();
  return data;
}

/** The ends of all whole parts of a statement, as the parts have them. */
async function endsOfParts(range: string, every: number): Promise<unknown[]> {
  const ends: unknown[] = [];
  for (;;) {
    const { statementLines: part } = await ask(
      `query ($after: [Int!]) { statementLines(${range}, after: $after, limit: ${every}) { count last } }`,
      ends.at(-1) ?? null,
    );
    if (part.count < every) return ends;
    ends.push(part.last);
  }
}

async function placesOf(range: string, every: number): Promise<unknown[]> {
  const places: unknown[] = [];
  for (;;) {
    const { statementPlaces } = await ask(
      `query ($after: [Int!]) { statementPlaces(${range}, after: $after, every: ${every}, limit: ${PLACES}) }`,
      places.at(-1) ?? null,
    );
    places.push(...statementPlaces);
    if (statementPlaces.length < PLACES) return places;
  }
}

test('places of a statement are where its parts end', async () => {
  const ofNative = [...readRecordedMovements(NAME, VRSCTEST)].map(([address, currencies]) => ({
    address,
    movements: currencies.get(VRSCTEST) ?? [],
  }));
  const most = Math.max(...ofNative.map(({ movements }) => movements.length));
  const busiest = ofNative.find(({ movements }) => movements.length === most);
  const middle = busiest?.movements[Math.floor(most / 2)]?.height ?? 0;
  for (const [first, last, every] of [
    [0, tip, 3],
    [0, tip, 7],
    [middle, tip, 5],
    [0, middle, 5],
  ] as const) {
    const range = `chainId: "${VRSCTEST}", address: "${busiest?.address}", currencyId: "${VRSCTEST}", fromHeight: ${first}, toHeight: ${last}`;
    const places = await placesOf(range, every);
    expect(places).toEqual(await endsOfParts(range, every));
    expect(places.length).toBeGreaterThan(1);
  }
});
