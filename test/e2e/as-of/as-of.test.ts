import { Random } from '@ledgergraph/chain-generator/random';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import type { GraphqlAnswer, Untyped } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import { type StackClient, startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { readAnswers, readBlocks } from '../agrees-with-node/oracle.ts';
import { LISTS, type List, type Page, readPage, readRows } from '../lists/every-list.ts';
import { listQuestions, type Sample, writeQuestion } from './questions.ts';

const RECORDING = 'vrsctest-a';
const ADDRESSES = 12;
/** Here the recorded node never stands on a branch that it leaves. */
const STRETCHES = [
  [300, 411],
  [442, 550],
  [551, 665],
] as const;

const dir = recordingDir(RECORDING);
const blocks = readBlocks(dir);
/** `--seed` with the number in the first test's name draws the same again. */
const seed = jest.getSeed();
const random = new Random(seed);
const heights = STRETCHES.map(([from, to]) => random.integer(from, to));
const questions = listQuestions(drawSample());

let live: TestStack;
let shared: StackClient;

beforeAll(async () => {
  // Two first starts at once would share two cores.
  shared = await sharedStack();
  live = await startTestStack({ recordings: [RECORDING], from: heights[0] ?? 0 });
});

afterAll(async () => {
  await live?.stop();
});

function drawSample(): Sample {
  const answers = readAnswers(dir);
  const of = (method: string): Untyped[] =>
    answers.filter((answer) => answer.method === method && answer.error === undefined);
  const used: string[] = of('getaddressbalance').map(({ params }) => params[0].addresses[0]);
  const drawn = Array.from({ length: ADDRESSES }, () => random.pick(used));
  const identities = new Set<string>(of('getidentity').map(({ result }) => result.identity.identityaddress));
  const currencies = new Map<string, string>(
    of('getcurrency').map(({ result }) => [result.currencyid, result.fullyqualifiedname]),
  );
  // With several currencies, with many outputs, and one that everything passes through.
  const known = [
    'RKZkmNUHyeif2okpjZ1zcizbEx75dCkyMy',
    'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7',
    'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU',
  ];
  return { addresses: [...known, ...new Set(drawn)], identities: [...identities], currencies: [...currencies] };
}

function contentOf({ data, errors }: GraphqlAnswer) {
  return { data, errors: errors.map(({ path, extensions }) => ({ path, extensions })) };
}

test(`every asOf of the schema is asked for (--seed ${seed})`, async () => {
  const { data } = await shared.query('test', '{ __schema { types { name fields { name args { name } } } } }');
  const fields: string[] = data.__schema.types.flatMap(({ fields }: Untyped) =>
    (fields ?? [])
      .filter(({ args }: Untyped) => args.some(({ name }: Untyped) => name === 'asOf'))
      .map(({ name }: Untyped) => name),
  );
  expect(fields.length).toBeGreaterThan(9);
  expect(
    fields.filter((field) => !questions.some((question) => new RegExp(`\\b${field}\\([^)]*ASOF`).test(question))),
  ).toEqual([]);
});

test.each(heights)('asOf %d answers as a service that stopped there', async (height) => {
  const tip = await live.node(RECORDING).advanceTo(height);
  expect(tip).toEqual({ height, hash: blocks[height].hash });
  await live.waitForTip('test', tip);
  const asOf = [`{ height: ${height} }`, `{ hash: "${tip.hash}" }`];
  let found = 0;
  for (const [index, question] of questions.entries()) {
    const [then, now] = await Promise.all([
      shared.query('test', writeQuestion(question, asOf[index % 2] ?? null)),
      live.query('test', writeQuestion(question, null)),
    ]);
    expect({ question, ...contentOf(then) }).toEqual({ question, ...contentOf(now) });
    expect(now.errors.filter(({ extensions }) => extensions.code !== 'NOT_FOUND')).toEqual([]);
    if (now.data?.answer != null) found += 1;
  }
  expect(found).toBeGreaterThan(questions.length / 2);
});

test('a walk that began before blocks arrived ends as it began', async () => {
  const ask = (operation: string): Promise<GraphqlAnswer> => live.query('test', operation);
  const begun: { list: List; rows: Untyped[]; limit: number; first: Page }[] = [];
  for (const list of LISTS) {
    const { rows } = await readRows(ask, list, 100, 1_000);
    if (rows.length < 2) continue;
    const limit = Math.min(100, Math.ceil(rows.length / 2));
    begun.push({ list, rows, limit, first: await readPage(ask, list, limit, null) });
  }
  expect(begun.length).toBeGreaterThan(LISTS.length / 2);
  const node = live.node(RECORDING);
  await live.waitForTip('test', await node.advance(2));
  let changed = 0;
  for (const { list, rows, limit, first } of begun) {
    const walked = [...first.rows];
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const page = await readPage(ask, list, limit, cursor);
      walked.push(...page.rows);
      cursor = page.nextCursor;
    }
    expect({ list: list.name, rows: walked }).toEqual({ list: list.name, rows });
    const now = await readRows(ask, list, 100, 1_000);
    if (JSON.stringify(now.rows) !== JSON.stringify(rows)) changed += 1;
  }
  expect(changed).toBeGreaterThan(2);
});
