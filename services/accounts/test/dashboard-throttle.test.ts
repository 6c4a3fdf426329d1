import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { ADDRESS_RULES, GUESS_RULE, MAIL_RULE } from '#/auth/attempt-rules.ts';
import { countAttempt } from '#/db/attempts.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { PASSWORD, signUp } from './people.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
/** Two processes on one database. */
let servers: DashboardFixture[];
beforeAll(async () => {
  database = await createTestDatabase({ service: 'accounts' });
  servers = [
    await startDashboardFixture({ databaseUrl: database.url }),
    await startDashboardFixture({ databaseUrl: database.url }),
  ];
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

const server = (index: number): DashboardFixture => servers[index % servers.length] as DashboardFixture;
/** Lets a window end. */
const endWindows = () => server(0).db.attempt.updateMany({ data: { windowEndsAt: new Date(Date.now() - 1) } });

/** Tries wrong passwords, through both processes in turn; the statuses that came back. */
async function guess(count: number, attempt: (index: number) => { email: string; ipAddress: string }) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const { email, ipAddress } = attempt(index);
      const body = { email, password: `wrong password ${index}` };
      return server(index).browse(ipAddress).post('/auth/sign-in/email', body);
    }),
  );
  return answers;
}
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((one) => one.status === status).length;

test('guessing one password from many addresses is slowed, all processes together, and says how long', async () => {
  const { email } = await signUp(server(0), 'target');
  const answers = await guess(GUESS_RULE.max + 6, (index) => ({ email, ipAddress: `192.0.2.${index + 1}` }));
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([GUESS_RULE.max, 6]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toEqual({ code: 'TOO_MANY_REQUESTS', message: 'Too many attempts. Try again later.' });
  const wait = Number(refused?.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(GUESS_RULE.window);
  const right = await server(1).browse('192.0.2.99').post('/auth/sign-in/email', { email, password: PASSWORD });
  expect(right.status).toBe(429);
  await endWindows();
  const later = await server(1).browse('192.0.2.99').post('/auth/sign-in/email', { email, password: PASSWORD });
  expect(later.status).toBe(200);
});

test('an unused address is slowed in the same way', async () => {
  const answers = await guess(GUESS_RULE.max + 2, (index) => ({
    email: 'nobody@example.org',
    ipAddress: `192.0.2.${index + 1}`,
  }));
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([GUESS_RULE.max, 2]);
});

test('guessing many passwords from one address is slowed; other addresses are not', async () => {
  await endWindows();
  const rule = ADDRESS_RULES['/sign-in/email'];
  if (rule === undefined || rule === false) throw new Error('no rule for signing in');
  const attempt = (index: number) => ({ email: `person-${index}@example.org`, ipAddress: '192.0.2.200' });
  const answers = await guess(rule.max + 4, attempt);
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([rule.max, 4]);
  expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0);
  const { email } = await signUp(server(1), 'bystander');
  const other = await server(0).browse('192.0.2.201').post('/auth/sign-in/email', { email, password: PASSWORD });
  expect(other.status).toBe(200);
});

test('a success ends the count of failures before it', async () => {
  const { email } = await signUp(server(0), 'clumsy');
  const wrong = () => guess(GUESS_RULE.max - 1, (index) => ({ email, ipAddress: `192.0.2.${index + 1}` }));
  const right = () => server(0).browse().post('/auth/sign-in/email', { email, password: PASSWORD });
  expect(countOf(await wrong(), 401)).toBe(GUESS_RULE.max - 1);
  expect((await right()).status).toBe(200);
  await server(0).db.attempt.deleteMany({ where: { key: { startsWith: '192.0.2.' } } });
  expect(countOf(await wrong(), 401)).toBe(GUESS_RULE.max - 1);
  expect((await right()).status).toBe(200);
});

test('the holder of a session cannot guess its password without end', async () => {
  const { browser } = await signUp(server(0), 'stolen');
  const change = () =>
    browser.post('/auth/change-password', { currentPassword: 'a guess', newPassword: 'eight pears in a box' });
  const statuses: number[] = [];
  for (let index = 0; index <= GUESS_RULE.max; index++) statuses.push((await change()).status);
  expect(statuses).toEqual([...Array(GUESS_RULE.max).fill(400), 429]);
});

test('a mailbox is not filled by typing in its address', async () => {
  const { email } = await signUp(server(0), 'mailbox');
  const count = () => servers.flatMap(({ mails }) => mails).filter(({ to }) => to === email).length;
  const before = count();
  const answers = await Promise.all(
    Array.from({ length: MAIL_RULE.max + 3 }, (_, index) =>
      server(index)
        .browse(`203.0.113.${index + 1}`)
        .post('/auth/request-password-reset', { email }),
    ),
  );
  // Signing up counts as one.
  expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([MAIL_RULE.max - 1, 4]);
  expect(count() - before).toBe(MAIL_RULE.max - 1);
});

test('attempts that come at once are all counted', async () => {
  const rule = { window: 60, max: 7 };
  const counted = await Promise.all(
    Array.from({ length: 50 }, (_, index) => countAttempt(server(index).db, 'race', rule)),
  );
  const allowed = counted.filter(({ count }) => count <= rule.max);
  expect(allowed.map(({ count }) => count).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const { secondsLeft } of counted) expect(secondsLeft).toBeGreaterThan(0);
});
