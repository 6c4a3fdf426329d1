import { describeError } from '@ledgergraph/service-kit/logger';
import { type AccountsFixture, startAccounts } from './accounts-fixture.ts';

const SECRET = 'Xq7Hush';
let accounts: AccountsFixture;

beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts.stop());

test.each<[string, (db: AccountsFixture['db']) => PromiseLike<unknown>]>([
  ['a statement', (db) => db.$queryRawUnsafe('SELECT $1::text::integer', SECRET)],
  ['a call of the typed client', (db) => db.apiKey.findMany({ where: { name: { bogus: SECRET } } as never })],
])('an error of %s is logged without its values', async (_, ask) => {
  const error = await Promise.resolve(ask(accounts.db)).then(
    () => new Error('no fault'),
    (fault: Error) => fault,
  );
  // The unscrubbed error contains it, so the test would notice a change.
  expect(`${error.message}${error.stack}`).toContain(SECRET);
  const logged = JSON.stringify(describeError(error));
  expect(logged).not.toContain(SECRET);
  expect(logged).toContain('.ts:');
});
