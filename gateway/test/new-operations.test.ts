import { hash } from 'node:crypto';
import { KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { PlanningTime } from '#/limits/planning-time.ts';
import { LimitedKeys } from './limited-keys.ts';
import { standForFile } from './stand-for-file.ts';

/** Time for three new operations, or for fewer, as each takes some; it does not come back. */
const planning = new PlanningTime({ msPerSecond: 3, teams: 1_000_000, now: () => 0 });
const AT_ONCE = 4;

const stand = standForFile({ planning }, { Query: { networks: () => [] } });
const keys = new LimitedKeys(stand);

const named = (name: string) => JSON.stringify({ query: `query ${name} { networks { name } }` });
const test3 = () => keys.make({ environment: KeyEnvironment.TEST });

test('a team may cause so much work by new operations; known ones, from whichever team first, go on', async () => {
  const [mine, other] = [test3(), test3()];
  const statuses: number[] = [];
  for (let count = 0; count < AT_ONCE; count += 1) {
    statuses.push((await keys.ask(mine.key, named(`A${count}`))).status);
  }
  expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 429]);
  const refused = await keys.ask(mine.key, named('D'));
  expect([refused.status, refused.body.errors?.[0]?.extensions.code]).toEqual([429, 'RATE_LIMITED']);
  const retryAfter = Number(refused.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(0);
  expect(refused.body.errors?.[0]?.extensions.retryAfter).toBe(retryAfter);
  expect(refused.body.extensions?.chain).toHaveLength(1);

  expect((await keys.ask(other.key, named('D'))).status).toBe(200);
  for (const name of ['A0', 'D']) {
    for (let again = 0; again < 5; again++) expect((await keys.ask(mine.key, named(name))).status).toBe(200);
  }
});

test('a team with many keys has the time of one', async () => {
  const first = test3();
  for (let count = 0; count < AT_ONCE; count += 1) await keys.ask(first.key, named(`Of${count}`));
  const second = keys.make({ environment: KeyEnvironment.TEST, teamId: first.teamId });
  expect((await keys.ask(second.key, named('Second'))).status).toBe(429);
});

test('one operation with any number of values is one', async () => {
  const { key } = test3();
  const query = 'query ($id: String!) { network(chainId: $id) { name } }';
  for (let i = 0; i < 10; i++) {
    expect((await keys.ask(key, JSON.stringify({ query, variables: { id: `chain ${i}` } }))).status).toBe(200);
  }
});

test('an invalid operation is never known, and takes from it each time; a refusal takes nothing from the month', async () => {
  stand.quotas.limit = 100n;
  const { key } = keys.make({ month: 100n });
  const before = stand.quotas.totalSpent();
  const statuses = [];
  for (let i = 0; i < AT_ONCE; i++) statuses.push((await keys.ask(key, '{"query":"{ nonsense }"}')).status);
  expect([statuses.at(0), statuses.at(-1)]).toEqual([400, 429]);
  expect(stand.quotas.totalSpent() - before).toBe(0n);
});

test('introspection by other values is new work each time, and by the same values none', async () => {
  const { key } = test3();
  const body = (name: string) =>
    JSON.stringify({ query: 'query ($name: String!) { __type(name: $name) { name } }', variables: { name } });
  const names = ['Block', 'Transaction', 'Identity', 'Currency'];
  const statuses = [];
  for (const name of names) statuses.push((await keys.ask(key, body(name))).status);
  expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 429]);
  expect((await keys.ask(key, body('Block'))).status).toBe(200);
});

test('an operation that is asked for by its hash and has lost its plan counts as new again', async () => {
  const { key } = keys.make({ environment: KeyEnvironment.TEST });
  const query = (index: number) => `query Long${index} { networks { name } }${','.repeat(9_000)}`;
  const asked = (index: number, isByHash: boolean) => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', query(index)) } };
    return JSON.stringify(isByHash ? { extensions } : { query: query(index), extensions });
  };
  const all = Array.from({ length: 45 }, (_, index) => index);
  // Other keys ask first, so that this one has its whole allowance.
  for (const index of all) expect((await keys.ask(test3().key, asked(index, false))).status).toBe(200);
  const { operations } = stand.supergraphs.graphs.current;
  expect(operations.knows(query(0), '')).toBe(false);
  const statuses = [];
  for (const index of all.slice(0, 2)) statuses.push((await keys.ask(key, asked(index, true))).status);
  expect(statuses).toEqual([200, 429]);
});
