import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import { callMany } from './call-many.ts';
import { type AccountsDatabase, booksOnce, openAccounts } from './team.ts';

const PLAN = 10;
const CALLS = 25;

let gatewayUrl = '';
let accounts: AccountsDatabase;

beforeAll(async () => {
  const stack = await sharedStack();
  gatewayUrl = stack.address.gatewayUrl;
  accounts = await openAccounts(stack);
});
afterAll(() => accounts.close());

test('as many calls as the plan has are answered, the others are refused, and the books agree to the unit', async () => {
  const team = await accounts.addTeam(PLAN);
  const expected = { answered: PLAN, exhausted: CALLS - PLAN, broken: 0 };
  const { ends, refusals } = await callMany([gatewayUrl], team.liveKey, CALLS);
  expect(ends).toEqual(expected);
  const usage = { answered: PLAN, quota_exceeded: refusals };
  const books = await booksOnce(team, ({ usage: { quota_exceeded: counted } }) => counted === refusals);
  expect(books).toMatchObject({ charged: PLAN, spent: PLAN, usage });
});

test('calls with a test key cost nothing, and more of them are answered than the plan has', async () => {
  const team = await accounts.addTeam(PLAN);
  const free = await callMany([gatewayUrl], team.testKey, CALLS);
  expect(free.ends).toEqual({ answered: CALLS, exhausted: 0, broken: 0 });
  const counted = await callMany([gatewayUrl], team.liveKey, 1);
  expect(counted.ends).toEqual({ answered: 1, exhausted: 0, broken: 0 });
  const books = await booksOnce(team, ({ usage: { answered } }) => answered === 1);
  expect(books).toMatchObject({ spent: 1, usage: { answered: 1 } });
});
