import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { PUBLIC_CODES } from '#/errors/error-codes.ts';
import { everyField } from './execution/every-field.ts';
import { InventedSubgraph, serviceSchema } from './execution/invented-subgraph.ts';
import { coded } from './fake-subgraph.ts';
import { type Answer, GatewayStand, SUBGRAPHS, type SubgraphName } from './gateway-stand.ts';
import { LimitedKeys } from './limited-keys.ts';

// An error costs its own root field; all others have their data.

const stand = new GatewayStand();
const keys = new LimitedKeys(stand);
beforeAll(() => stand.start());
afterAll(() => stand.stop());

const schema = buildSchema(readFileSync(new URL('../../docs/api.graphql', import.meta.url), 'utf8'));
const CANARIES: Partial<Record<SubgraphName, string>> = {
  blocks: 'blocks { totalCount }',
  identities: 'identities { totalCount }',
  currencies: 'currencies { totalCount }',
  addresses: 'richList { totalCount }',
  markets: 'markets { hasMore }',
  statistics: 'statistics(interval: DAY) { hasMore }',
};
const ALL_CANARIES = Object.entries(CANARIES).map(([name, field]) => `of_${name}: ${field}`);
/** An operation has at most 20 root fields. */
const corpus = everyField(schema, 20 - ALL_CANARIES.length).map(
  (query) => `{ ${ALL_CANARIES.join(' ')} ${query.trim().slice(1, -1)} }`,
);

type Members = Record<string, unknown>;
type Change = (data: Members) => Members;

/** Made once, since it takes longer than all its answers. */
const INVENTED = SUBGRAPHS.map((name) => ({
  name,
  invented: new InventedSubgraph(serviceSchema(name), 'whole', { nulls: 0, errors: 0, absent: 0 }),
}));

function enter(change: (subgraph: SubgraphName) => Change | 'away'): void {
  for (const { name, invented } of INVENTED) {
    const changed = change(name);
    stand.subgraphs[name].intercept = ({ query, variables }, response) => {
      if (changed === 'away') response.destroy();
      else {
        void invented.answer(query, variables).then(({ data, ...rest }) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ ...rest, data: data && changed(data as Members) }));
        });
      }
      return true;
    };
  }
}

const whole: Change = (data) => data;
const wholeAnswers = new Map<string, Answer>();

async function askWhole(query: string): Promise<Answer> {
  const known = wholeAnswers.get(query);
  if (known !== undefined) return known;
  enter(() => whole);
  const answer = await stand.query(query);
  wholeAnswers.set(query, answer);
  return answer;
}
const withoutEntities: Change = (data) =>
  Array.isArray(data._entities) ? { ...data, _entities: data._entities.map(() => null) } : data;

function expectProperErrors({ body: { data, errors = [] }, text }: Answer): void {
  for (const { path = [], extensions } of errors) {
    let value: unknown = data;
    for (const step of path) value = (value as Members | null | undefined)?.[step];
    expect([path, path.length > 0 && value == null]).toEqual([path, true]);
    expect(PUBLIC_CODES.has(String(extensions.code))).toBe(true);
  }
  expect(text).not.toMatch(/127\.0\.0\.1|ECONN|socket|_entities|subgraph "|stack/);
}

function lost({ body: { data } }: Answer, { body: { data: before } }: Answer): string[] {
  return Object.keys(before ?? {}).filter((name) => JSON.stringify(data?.[name]) !== JSON.stringify(before?.[name]));
}

test.each(SUBGRAPHS)('while %s is away, root fields that need nothing of it have their data', async (away) => {
  for (const query of corpus) {
    const before = await askWhole(query);
    expect(before.body.errors).toBeUndefined();
    enter((name) => (name === away ? 'away' : whole));
    const answer = await stand.query(query);
    expect(answer.status).toBe(200);
    expectProperErrors(answer);
    const failed = new Set(answer.body.errors?.map(({ path }) => String(path?.[0])));
    expect([query, new Set(lost(answer, before))]).toEqual([query, failed]);
    expect(SUBGRAPHS.filter((name) => failed.has(`of_${name}`))).toEqual(away in CANARIES ? [away] : []);
    for (const { extensions } of answer.body.errors ?? []) expect(extensions.code).toBe('SUBGRAPH_UNAVAILABLE');
  }
});

test.each(SUBGRAPHS)('where %s knows none of the entities, other root fields have their data', async (name) => {
  let isMet = false;
  for (const query of corpus) {
    const before = await askWhole(query);
    enter((one) => (one === name ? withoutEntities : whole));
    const answer = await stand.query(query);
    expect(answer.status).toBe(200);
    expectProperErrors(answer);
    const failed = new Set(answer.body.errors?.map(({ path }) => String(path?.[0])));
    const missing = lost(answer, before);
    isMet ||= missing.length > 0;
    expect(missing.filter((field) => field.startsWith('of_'))).toEqual([]);
    // An unknown object is null without an error where it may be null; a root field's own object never is.
    expect(missing.filter((field) => answer.body.data?.[field] == null && !failed.has(field))).toEqual([]);
  }
  expect(isMet).toBe(true);
});

describe('what such an answer costs', () => {
  const ask = async (query: string): Promise<unknown> => {
    const before = stand.quotas.totalSpent();
    const { key, id } = keys.make({ month: 100n });
    await keys.ask(key, JSON.stringify({ query }));
    return { ...(await keys.reported(id, 1)), units: Number(stand.quotas.totalSpent() - before) };
  };
  beforeEach(() => {
    stand.quotas.limit = 1_000n;
  });

  test('a unit, if one root field has its data', async () => {
    enter((name) => (name === 'addresses' ? 'away' : whole));
    expect(await ask('{ richList { totalCount } blocks { totalCount } }')).toEqual({ ANSWERED: 1, units: 1 });
  });

  test('nothing, if none has its data: by our fault', async () => {
    enter((name) => (name === 'addresses' ? 'away' : whole));
    expect(await ask('{ __typename richList { totalCount } address(address: "R") { balance } }')).toEqual({
      FAILED: 1,
      units: 0,
    });
  });

  test('nothing, if none has its data: by that of the request', async () => {
    stand.reset();
    const refuse = (): never => {
      throw coded('VALIDATION_ERROR', 'limit must be 1 to 100', { argument: 'limit' });
    };
    stand.subgraphs.addresses.resolvers = { Query: { richList: refuse, address: refuse } };
    const query = '{ richList(limit: 0) { totalCount } address(address: "R") { balance } }';
    expect((await stand.query(query)).body.data).toEqual({ richList: null, address: null });
    expect(await ask(query)).toEqual({ REJECTED: 1, units: 0 });
  });

  test('a unit for a null that is the answer', async () => {
    stand.reset();
    expect(await ask('{ block(height: 9) { hash } }')).toEqual({ ANSWERED: 1, units: 1 });
  });
});
