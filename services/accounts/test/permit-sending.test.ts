import type { Actor } from '#/audit/actor.ts';
import { permitSending } from '#/keys/permit-sending.ts';
import { rotateKey } from '#/keys/rotate-key.ts';
import { ensureWebhookKey } from '#/webhooks/ensure-webhook-key.ts';
import { type AccountsFixture, operator, startAccounts } from './accounts-fixture.ts';

const ann: Actor & { kind: 'user' } = { kind: 'user', id: 'ann', name: 'ann@example.org', ipAddress: '203.0.113.7' };

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await startAccounts();
  await accounts.db.user.create({ data: { id: ann.id, email: ann.name, name: 'Ann' } });
});
afterAll(() => accounts.stop());

const keyEvent = ({ hash }: { hash: Uint8Array }) => `key ${Buffer.from(hash).toString('hex')}`;
const mayGatewayLetSend = async (value: string) => (await accounts.resolve(value)).key?.maySend;

async function newKey(request: Parameters<AccountsFixture['create']>[0] = {}) {
  const created = await accounts.create(request);
  accounts.announced.length = 0;
  return created;
}

function permit({ stored }: Awaited<ReturnType<typeof newKey>>, maySend: boolean) {
  return permitSending(accounts.deps, ann, stored.teamId, stored.id, maySend);
}

function recordOf(subjectId: string) {
  return accounts.db.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });
}

test.each(['live', 'test'] as const)(
  'a %s key may not send, unless it is made with the permission',
  async (environment) => {
    const [reads, sends] = [await newKey({ environment }), await newKey({ environment, maySend: true })];
    expect([await mayGatewayLetSend(reads.value), await mayGatewayLetSend(sends.value)]).toEqual([false, true]);
    const [[readsRecord], [sendsRecord]] = [await recordOf(reads.stored.id), await recordOf(sends.stored.id)];
    expect(readsRecord?.details).not.toHaveProperty('maySend');
    expect(sendsRecord).toMatchObject({
      action: 'key.create',
      actorKind: 'operator',
      actorName: operator.name,
      details: { maySend: true },
    });
  },
);

test('the database gives no key the permission by itself', async () => {
  const { stored } = await newKey({ maySend: true });
  await accounts.db.$executeRaw`UPDATE api_key SET may_send = DEFAULT WHERE id = ${stored.id}::uuid`;
  expect(await accounts.db.apiKey.findUnique({ where: { id: stored.id } })).toMatchObject({ maySend: false });
});

test('the permission is given and taken; gateways hear of it each time, and the record names who it was', async () => {
  const key = await newKey({ name: 'shop' });
  const given = await permit(key, true);
  expect([given.key.maySend, given.wasSoBefore, await mayGatewayLetSend(key.value)]).toEqual([true, false, true]);
  expect(accounts.announced).toEqual([keyEvent(key.stored)]);
  const taken = await permit(key, false);
  expect([taken.key.maySend, taken.wasSoBefore, await mayGatewayLetSend(key.value)]).toEqual([false, false, false]);
  expect(accounts.announced).toEqual([keyEvent(key.stored), keyEvent(key.stored)]);
  const by = { actorKind: 'user', actorName: 'ann@example.org', ipAddress: '203.0.113.7', teamId: key.stored.teamId };
  expect((await recordOf(key.stored.id)).slice(1)).toMatchObject([
    { action: 'key.allow-sending', details: { name: 'shop' }, ...by },
    { action: 'key.forbid-sending', details: { name: 'shop' }, ...by },
  ]);
});

test('given twice at once it is given once, and gateways are notified both times', async () => {
  const key = await newKey();
  const outcomes = await Promise.all([permit(key, true), permit(key, true)]);
  expect(outcomes.map(({ wasSoBefore }) => wasSoBefore).sort()).toEqual([false, true]);
  expect(accounts.announced).toEqual([keyEvent(key.stored), keyEvent(key.stored)]);
  expect((await recordOf(key.stored.id)).map(({ action }) => action)).toEqual(['key.create', 'key.allow-sending']);
});

test('a key that took the place of one that may send may send, and the record shows it; others may not', async () => {
  const [sends, reads] = [await newKey({ maySend: true }), await newKey()];
  const rotate = ({ stored }: typeof sends) =>
    rotateKey(accounts.deps, ann, stored.teamId, stored.id, { graceSeconds: 60 });
  const [sender, reader] = [await rotate(sends), await rotate(reads)];
  expect([await mayGatewayLetSend(sender.value), await mayGatewayLetSend(sends.value)]).toEqual([true, true]);
  expect(await mayGatewayLetSend(reader.value)).toBe(false);
  expect((await recordOf(sends.stored.id)).at(-1)?.details).toHaveProperty('maySend', true);
  expect((await recordOf(reads.stored.id)).at(-1)?.details).not.toHaveProperty('maySend');
});

test('a key that does not work any more, and one of another team, get no permission', async () => {
  const [key, other] = [await newKey(), await newKey({ email: 'other@example.org' })];
  await expect(permitSending(accounts.deps, ann, other.stored.teamId, key.stored.id, true)).rejects.toMatchObject({
    code: 'UNKNOWN_KEY',
  });
  await accounts.revoke(key.stored);
  accounts.announced.length = 0;
  await expect(permit(key, true)).rejects.toMatchObject({ code: 'KEY_NOT_ACTIVE' });
  expect(await accounts.db.apiKey.findUnique({ where: { id: key.stored.id } })).toMatchObject({ maySend: false });
  expect(accounts.announced).toEqual([]);
});

test('the key of a team’s webhooks only reads', async () => {
  const { stored } = await newKey({ email: 'hooks@example.org' });
  await ensureWebhookKey(accounts.deps, operator, stored.teamId, 'live');
  const keys = await accounts.db.apiKey.findMany({ where: { teamId: stored.teamId, isForWebhooks: true } });
  expect(keys.map(({ maySend }) => maySend)).toEqual([false]);
});
