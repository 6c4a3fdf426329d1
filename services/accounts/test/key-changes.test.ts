import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { changeKey } from '#/keys/change-key.ts';
import { createKey, KEYS_PER_DAY_MAX, WORKING_KEYS_MAX } from '#/keys/create-key.ts';
import { revokeKey } from '#/keys/revoke-key.ts';
import { rotateKey } from '#/keys/rotate-key.ts';
import { type AccountsFixture, startAccounts } from './accounts-fixture.ts';

let accounts: AccountsFixture;
let ann: Actor & { kind: 'user' };
beforeAll(async () => {
  accounts = await startAccounts();
  const { id } = await accounts.db.user.create({ data: { email: 'ann@example.org', name: 'Ann' } });
  ann = { kind: 'user', id, name: 'ann@example.org', ipAddress: '203.0.113.7' };
});
afterAll(() => accounts.stop());

const now = () => accounts.clock.now;
const inSeconds = (seconds: number) => new Date(now().getTime() + seconds * 1000);
const works = async (value: string) => (await accounts.resolve(value)).key !== undefined;
const keyEvent = ({ hash }: { hash: Uint8Array }) => `key ${Buffer.from(hash).toString('hex')}`;

async function codeOf(action: Promise<unknown>): Promise<string> {
  const error = await action.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  return error instanceof AccountsError ? error.code : String(error);
}

async function newKey(request: Parameters<AccountsFixture['create']>[0] = {}) {
  const { value, stored } = await accounts.create(request);
  accounts.announced.length = 0;
  return { value, stored, teamId: stored.teamId, id: stored.id };
}

function lastRecord(subjectId: string) {
  return accounts.db.auditEntry.findFirstOrThrow({ where: { subjectId }, orderBy: { id: 'desc' } });
}

describe('rotating', () => {
  test('the new key has all of the old one but its value, and both work until the grace period ends', async () => {
    const old = await newKey({
      environment: 'test',
      name: 'shop',
      expiresAt: inSeconds(10_000),
      allowedNetworks: ['10.0.0.0/8'],
      allowedOrigins: ['https://app.example.com'],
    });
    await accounts.db.apiKey.update({ where: { id: old.id }, data: { createdById: ann.id } });
    const { value, stored, replaced } = await rotateKey(accounts.deps, ann, old.teamId, old.id, { graceSeconds: 3600 });
    expect(value).not.toBe(old.value);
    const { environment, name, teamId, expiresAt, allowedNetworks, allowedOrigins } = old.stored;
    const inherited = { environment, name, teamId, expiresAt, allowedNetworks, allowedOrigins };
    expect(allowedOrigins).toEqual(['https://app.example.com']);
    expect(stored).toMatchObject({ ...inherited, createdById: ann.id });
    expect(replaced).toMatchObject({
      id: old.id,
      replacedById: stored.id,
      expiresAt: inSeconds(3600),
      revokedAt: null,
    });
    expect(accounts.announced).toEqual([keyEvent(old.stored)]);
    expect(await lastRecord(old.id)).toMatchObject({
      action: 'key.rotate',
      actorKind: 'user',
      actorId: ann.id,
      actorName: 'ann@example.org',
      ipAddress: '203.0.113.7',
      teamId,
      details: { replacedBy: stored.id, graceSeconds: 3600 },
    });

    accounts.clock.now = inSeconds(3599);
    expect([await works(old.value), await works(value)]).toEqual([true, true]);
    accounts.clock.now = inSeconds(1);
    expect([await works(old.value), await works(value)]).toEqual([false, true]);
  });

  test('a key that expires before its grace period ends does so', async () => {
    const old = await newKey({ expiresAt: inSeconds(60) });
    const { replaced, stored } = await rotateKey(accounts.deps, ann, old.teamId, old.id, { graceSeconds: 3600 });
    expect([replaced.expiresAt, stored.expiresAt]).toEqual([inSeconds(60), inSeconds(60)]);
  });

  test('without grace the old key is revoked in the same moment', async () => {
    const old = await newKey();
    const { value, replaced } = await rotateKey(accounts.deps, ann, old.teamId, old.id, { graceSeconds: 0 });
    expect(replaced).toMatchObject({ revokedAt: now(), expiresAt: null });
    expect([await works(old.value), await works(value)]).toEqual([false, true]);
  });

  test('one of two rotations at once makes a key', async () => {
    const old = await newKey({ email: 'twice@example.org' });
    const rotate = () => codeOf(rotateKey(accounts.deps, ann, old.teamId, old.id, { graceSeconds: 60 }));
    expect((await Promise.all([rotate(), rotate()])).sort()).toEqual(['KEY_ALREADY_ROTATED', 'no error']);
    expect(await accounts.db.apiKey.count({ where: { teamId: old.teamId } })).toBe(2);
  });

  test('a key that does not work any more has no successor', async () => {
    const [expired, revoked] = [await newKey({ expiresAt: inSeconds(5) }), await newKey()];
    await accounts.revoke(revoked.stored);
    accounts.clock.now = inSeconds(5);
    for (const { teamId, id } of [expired, revoked])
      expect(await codeOf(rotateKey(accounts.deps, ann, teamId, id, { graceSeconds: 60 }))).toBe('KEY_NOT_ACTIVE');
  });
});

describe('changing', () => {
  test('members that are not named stay, gateways hear of the change, and the record names it', async () => {
    const key = await newKey({ name: 'before', expiresAt: inSeconds(1000), allowedNetworks: ['10.0.0.0/8'] });
    const change = (wanted: Parameters<typeof changeKey>[4]) =>
      changeKey(accounts.deps, ann, key.teamId, key.id, wanted);
    expect(await change({ name: 'after' })).toMatchObject({
      name: 'after',
      expiresAt: inSeconds(1000),
      allowedNetworks: ['10.0.0.0/8'],
    });
    expect(accounts.announced).toEqual([keyEvent(key.stored)]);
    expect((await lastRecord(key.id)).details).toEqual({ name: 'after' });
    expect(await change({ expiresAt: null, allowedNetworks: ['2001:db8::7/64'] })).toMatchObject({
      name: 'after',
      expiresAt: null,
      allowedNetworks: ['2001:db8::/64'],
    });
    expect((await lastRecord(key.id)).details).toEqual({ expiresAt: null, allowedNetworks: ['2001:db8::/64'] });
    expect((await accounts.resolve(key.value)).key).toMatchObject({ allowedNetworks: ['2001:db8::/64'] });
  });

  test('an impossible change changes nothing', async () => {
    const key = await newKey();
    const change = (wanted: Parameters<typeof changeKey>[4]) =>
      codeOf(changeKey(accounts.deps, ann, key.teamId, key.id, { name: 'changed', ...wanted }));
    expect(await change({ expiresAt: now() })).toBe('EXPIRY_NOT_AHEAD');
    expect(await change({ allowedNetworks: ['everywhere'] })).toBe('BAD_NETWORK');
    expect(await change({ allowedOrigins: ['*'] })).toBe('BAD_ORIGIN');
    await accounts.revoke(key.stored);
    expect(await change({})).toBe('KEY_NOT_ACTIVE');
    expect(await accounts.db.apiKey.findUnique({ where: { id: key.id } })).toMatchObject({ name: 'a key' });
  });

  test('a grace period can be cut short and not drawn out', async () => {
    const key = await newKey();
    await rotateKey(accounts.deps, ann, key.teamId, key.id, { graceSeconds: 60 });
    const end = (expiresAt: Date | null) => codeOf(changeKey(accounts.deps, ann, key.teamId, key.id, { expiresAt }));
    expect([await end(inSeconds(61)), await end(null)]).toEqual(['KEY_ALREADY_ROTATED', 'KEY_ALREADY_ROTATED']);
    expect(await end(inSeconds(30))).toBe('no error');
    expect(await end(inSeconds(60))).toBe('KEY_ALREADY_ROTATED');
  });
});

test('a key is revoked once; asked again nothing changes but that gateways hear of it again', async () => {
  const key = await newKey();
  const revoke = () => revokeKey(accounts.deps, ann, key.teamId, key.id);
  const first = await revoke();
  accounts.clock.now = inSeconds(60);
  const second = await revoke();
  expect([first.wasRevokedBefore, second.wasRevokedBefore]).toEqual([false, true]);
  expect(second.key.revokedAt).toEqual(first.key.revokedAt);
  expect(accounts.announced).toEqual([keyEvent(key.stored), keyEvent(key.stored)]);
  expect(await accounts.db.auditEntry.count({ where: { subjectId: key.id, action: 'key.revoke' } })).toBe(1);
});

test('no key of another team can be touched, nor seen to be there', async () => {
  const [key, other] = [await newKey(), await newKey({ email: 'other@example.org' })];
  const before = await accounts.db.apiKey.findUniqueOrThrow({ where: { id: key.id } });
  const messages = new Set<string>();
  for (const id of [key.id, '00000000-0000-7000-8000-000000000000', 'x', `${key.id}'--`]) {
    for (const attempt of [
      changeKey(accounts.deps, ann, other.teamId, id, { name: 'mine' }),
      rotateKey(accounts.deps, ann, other.teamId, id, { graceSeconds: 0 }),
      revokeKey(accounts.deps, ann, other.teamId, id),
    ]) {
      const error = await attempt.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'UNKNOWN_KEY' });
      messages.add(String(error));
    }
  }
  expect(messages.size).toBe(1);
  expect(await accounts.db.apiKey.findUniqueOrThrow({ where: { id: key.id } })).toEqual(before);
  expect(accounts.announced).toEqual([]);
});

test('a key of no team is not made', async () => {
  const before = await accounts.db.apiKey.count();
  const request = { environment: 'live', name: 'x' } as const;
  expect(await codeOf(createKey(accounts.deps, ann, 'no team', request))).toBe('UNKNOWN_TEAM');
  expect(await codeOf(createKey(accounts.deps, ann, 'no team', { ...request, allowedNetworks: ['x'] }))).toBe(
    'BAD_NETWORK',
  );
  expect(await accounts.db.apiKey.count()).toBe(before);
});

test('a key belongs to its maker; an operator’s has no maker', async () => {
  const { teamId, stored } = await newKey();
  expect(stored.createdById).toBeNull();
  const made = await createKey(accounts.deps, ann, teamId, { environment: 'live', name: 'x' });
  expect(made.stored.createdById).toBe(ann.id);
});

test('a team makes a bounded number of keys in a day, however soon they end', async () => {
  const { teamId } = await newKey({ email: 'busy@example.org' });
  await accounts.db.apiKey.createMany({
    data: Array.from({ length: KEYS_PER_DAY_MAX - 2 }, (_, index) => ({
      hash: Buffer.from(`busy ${index}`.padStart(32)),
      brand: 'lg',
      environment: 'live' as const,
      name: 'x',
      lastFour: 'XXXX',
      teamId,
      createdAt: now(),
      expiresAt: now(),
    })),
  });
  const add = () => codeOf(createKey(accounts.deps, ann, teamId, { environment: 'test', name: 'x' }));
  expect((await Promise.all([add(), add(), add()])).sort()).toEqual([
    'TOO_MANY_NEW_KEYS',
    'TOO_MANY_NEW_KEYS',
    'no error',
  ]);
  const before = now();
  accounts.clock.now = new Date(before.getTime() + 86_400_001);
  expect(await add()).toBe('no error');
  accounts.clock.now = before;
});

test('a team has a bounded number of keys that work, exactly, and can still replace a leaked one', async () => {
  const key = await newKey({ email: 'many@example.org' });
  const { teamId } = key;
  await accounts.db.apiKey.createMany({
    data: Array.from({ length: WORKING_KEYS_MAX - 2 }, (_, index) => ({
      hash: Buffer.from(`${index}`.padStart(32)),
      brand: 'lg',
      environment: 'live' as const,
      name: 'x',
      lastFour: 'XXXX',
      teamId,
    })),
  });
  const add = () => codeOf(createKey(accounts.deps, ann, teamId, { environment: 'test', name: 'x' }));
  expect((await Promise.all([add(), add(), add()])).sort()).toEqual(['TOO_MANY_KEYS', 'TOO_MANY_KEYS', 'no error']);
  const rotate = (graceSeconds: number) => codeOf(rotateKey(accounts.deps, ann, teamId, key.id, { graceSeconds }));
  expect(await rotate(60)).toBe('TOO_MANY_KEYS');
  expect((await accounts.resolve(key.value)).key?.id).toBe(key.id);
  expect(await rotate(0)).toBe('no error');
});
