import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { PlanningThread } from '#/execution/planning/planning-thread.ts';
import { LimitedKeys } from './limited-keys.ts';
import { standForFile } from './stand-for-file.ts';

const stand = standForFile({}, { Query: { networks: () => [] } });
const keys = new LimitedKeys(stand);

const large = (name: string) =>
  JSON.stringify({
    query: `query ${name} { ${Array.from({ length: 20 }, (_, n) => `n${n}: networks { ...F }`).join(' ')} }
      fragment F on Network { name chainId environment isDefault blockTimeSeconds nativeCurrency { name } }`,
  });

/** `before` counts others that it answered between question and answer. */
const asked: { name: string | undefined; team: string; before: number }[] = [];
let answered: number;
const { plan } = PlanningThread.prototype;
beforeEach(() => {
  asked.length = 0;
  answered = 0;
  jest.spyOn(PlanningThread.prototype, 'plan').mockImplementation(async function (
    this: PlanningThread,
    question,
    team,
  ) {
    const one = { name: /query (\w+)/.exec(question.source)?.[1], team, before: -answered };
    asked.push(one);
    try {
      return await plan.call(this, question, team);
    } finally {
      one.before += answered;
      answered += 1;
    }
  });
});
afterEach(() => jest.restoreAllMocks());

test('a large new operation is planned beside the thread that answers, once for all who ask for it at the same time', async () => {
  const { key } = keys.make();
  const answers = await Promise.all(Array.from({ length: 10 }, () => keys.ask(key, large('Large'))));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await keys.ask(key, large('Large'))).status).toBe(200);
  expect((await keys.ask(key, '{"query":"query Small { networks { name } }"}')).status).toBe(200);
  expect(asked.map(({ name }) => name)).toEqual(['Large']);
});

test('while one team has many large operations to be planned, a quiet team’s has its turn, and known ones are answered', async () => {
  const [loud, quiet] = [keys.make(), keys.make()];
  expect((await keys.ask(quiet.key, large('Known'))).status).toBe(200);
  const many = Array.from({ length: 20 }, async (_, count) => (await keys.ask(loud.key, large(`Loud${count}`))).status);
  await waitFor(() => asked.length === 21, { what: 'all questions of the loud team' });
  expect((await keys.ask(quiet.key, large('Known'))).status).toBe(200);
  expect((await keys.ask(quiet.key, large('Quiet'))).status).toBe(200);
  const quietly = asked.find(({ name }) => name === 'Quiet');
  expect(quietly?.team).toBe(quiet.teamId);
  // The one that was planned when it came, and the one whose turn it was.
  expect(quietly?.before).toBeLessThanOrEqual(2);
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
  expect(asked).toHaveLength(22);
});
