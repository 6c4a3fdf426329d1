import { POOL_SIZE_DEFAULT } from '@ledgergraph/service-kit/db/pool-settings';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type Logger, pino } from 'pino';
import { createContext } from '#/context.ts';
import type { Connection, Database } from '#/db/connection.ts';
import type { Answer } from './browser.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { type Person, signUp } from './people.ts';

const AT_ONCE = 30;
/** Changes that one person may have running and waiting. */
const ADMITTED = 20;
const LEVEL_WARN = 40;

type Line = { level: number; msg: string };
const lines: Line[] = [];
let fixture: DashboardFixture;
let outside: Database;
let ben: Person;
let people = 0;
beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line));
  fixture = await startDashboardFixture({ logger: pino({ level: 'info' }, { write }) as Logger });
  outside = createContext(fixture.databaseUrl).db;
  ben = await signUp(fixture, 'ben');
});
afterAll(async () => {
  await outside.$disconnect();
  await fixture.stop();
});

const newPerson = () => signUp(fixture, `person-${++people}`);
const makeKey = ({ browser, teamId }: Person) =>
  browser.post(`/api/teams/${teamId}/keys`, { environment: 'test', name: 'a key' });

const holdAll = async (tx: Connection): Promise<void> => {
  await tx.$queryRaw`SELECT id FROM team FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT id FROM account_user FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT id FROM api_key FOR NO KEY UPDATE`;
};

async function countWaiting(): Promise<number> {
  const [row] = await outside.$queryRaw<{ waiting: number }[]>`SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.waiting ?? 0;
}

/** Holds all rows until the requests that may wait do so and the others are answered. @returns the answers in order of arrival */
async function whileHeld(
  send: () => Promise<Answer>[],
  { answered, waiting }: { answered: number; waiting: number },
  look: () => Promise<void>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let all: Promise<unknown> = Promise.resolve();
  await outside.$transaction(
    async (tx) => {
      await holdAll(tx);
      all = Promise.all(send().map((one) => one.then((answer) => answers.push(answer))));
      await waitFor(async () => answers.length >= answered && (await countWaiting()) >= waiting, {
        what: 'the requests to wait, or to be refused',
      });
      await look();
      expect(await countWaiting()).toBe(waiting);
      expect(answers).toHaveLength(answered);
    },
    { timeout: 60_000 },
  );
  await all;
  return answers;
}

const benReads = async () => expect((await ben.browser.get('/api/me')).status).toBe(200);

test.each<[string, (person: Person, keyId: string) => Promise<Answer>]>([
  ['makes keys', makeKey],
  [
    'asks for session keys',
    ({ browser, teamId }) => browser.post(`/api/teams/${teamId}/session-key`, { environment: 'test' }),
  ],
  [
    'listens to events',
    ({ browser, teamId }) =>
      browser.post(`/api/teams/${teamId}/webhook-listen`, { environment: 'test', operation: 'subscription { x }' }),
  ],
  ['rotates a key', ({ browser, teamId }, keyId) => browser.post(`/api/teams/${teamId}/keys/${keyId}/rotate`)],
  [
    'changes a key',
    ({ browser, teamId }, keyId) =>
      browser.ask(`/api/teams/${teamId}/keys/${keyId}`, { method: 'PATCH', body: { name: 'another' } }),
  ],
  [
    'takes members out',
    ({ browser, teamId, email }) =>
      browser.post('/auth/organization/remove-member', { organizationId: teamId, memberIdOrEmail: email }),
  ],
  ['makes teams', ({ browser }) => browser.post('/auth/organization/create', { name: 'a team' })],
])(
  'while a team %s 30 times at once, it holds one connection, and another person’s call passes before them',
  async (_what, ask) => {
    const ann = await newPerson();
    const { body } = await makeKey(ann);
    const { id } = (body as { key: { id: string } }).key;
    const send = () => Array.from({ length: AT_ONCE }, () => ask(ann, id));
    const answers = await whileHeld(send, { answered: AT_ONCE - ADMITTED, waiting: 1 }, benReads);
    for (const { status, headers } of answers.slice(0, AT_ONCE - ADMITTED))
      expect([status, headers.get('retry-after')]).toEqual([429, '5']);
    for (const { status } of answers.slice(AT_ONCE - ADMITTED)) expect([429, 500, 503]).not.toContain(status);
  },
);

test('a person holds one connection over all of their teams', async () => {
  const ann = await newPerson();
  const made = await ann.browser.post('/auth/organization/create', { name: 'another' });
  const teams = [ann.teamId, (made.body as { id: string }).id];
  const send = () => Array.from({ length: 10 }, (_, index) => makeKey({ ...ann, teamId: teams[index % 2] ?? '' }));
  const answers = await whileHeld(send, { answered: 0, waiting: 1 }, benReads);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
});

test('while ten teams change things at once, others still read', async () => {
  const crowd: Person[] = [];
  for (let count = 0; count < POOL_SIZE_DEFAULT; count += 1) crowd.push(await newPerson());
  const send = () => crowd.flatMap((person) => [makeKey(person), makeKey(person)]);
  const answers = await whileHeld(send, { answered: 0, waiting: POOL_SIZE_DEFAULT / 2 }, benReads);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
});

test.each<[string, (person: Person) => Promise<Answer>]>([
  ['of ours', makeKey],
  [
    'of the auth library',
    ({ browser, teamId, email }) =>
      browser.post('/auth/organization/remove-member', { organizationId: teamId, memberIdOrEmail: email }),
  ],
])('a row that stays locked is a 503 and one warning without a stack: a route %s', async (_whose, ask) => {
  const ann = await newPerson();
  lines.length = 0;
  const answer = await outside.$transaction(
    async (tx) => {
      await holdAll(tx);
      return ask(ann);
    },
    { timeout: 60_000 },
  );
  expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('UNAVAILABLE')]);
  const reported = lines.filter(({ level }) => level >= LEVEL_WARN);
  expect(reported).toMatchObject([{ level: LEVEL_WARN, fault: 'slow' }]);
  expect(JSON.stringify(reported)).not.toMatch(/stack|prisma/i);
});
