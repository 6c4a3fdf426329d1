import { type AccountsFixture, startAccounts } from './accounts-fixture.ts';

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts.stop());

test('the counter of a passkey goes up to the last value of a uint32, and is read as a number', async () => {
  const { db } = accounts;
  const user = await db.user.create({ data: { name: 'ann', email: 'ann@example.org' } });
  const counter = 4_294_967_295;
  const passkey = { publicKey: 'k', userId: user.id, credentialID: 'c', deviceType: 'singleDevice', backedUp: false };
  await db.passkey.create({ data: { ...passkey, counter: 2_147_483_647 } });
  await db.passkey.updateMany({ data: { counter } });
  expect((await db.passkey.findFirst())?.counter).toBe(counter);
});
