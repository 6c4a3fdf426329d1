import { LastAnswers } from './last-answers.ts';

type Answer = () => Promise<string>;
const hangs: Answer = () => new Promise(() => undefined);
const fails: Answer = () => Promise.reject(new Error('refused'));
const gives =
  (text: string): Answer =>
  async () =>
    text;

function open(first: Answer, second: Answer) {
  const answers = new Map([
    ['one', first],
    ['two', second],
  ]);
  const asked: string[] = [];
  const last = new LastAnswers(
    [...answers.keys()],
    (database: string) => {
      asked.push(database);
      return answers.get(database)?.() ?? fails();
    },
    { known: 10, first: 10 },
  );
  return {
    asked,
    change: (database: string, answer: Answer) => void answers.set(database, answer),
    ask: async () => (await last.ask()).map(({ last: known, fault }) => [known?.answer, fault === undefined]),
  };
}

test('a database that hangs is waited for once, asked once, and its last answer stands', async () => {
  const { ask, change, asked } = open(gives('a'), gives('b'));
  expect(await ask()).toEqual([
    ['a', true],
    ['b', true],
  ]);
  change('one', gives('a2'));
  change('two', hangs);
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await ask()).toEqual([
      ['a2', true],
      ['b', false],
    ]);
  }
  expect(asked.filter((name) => name === 'two')).toHaveLength(2);
});

test('a database that fails is asked again each time, not waited for, and counts again once it has answered', async () => {
  const { ask, change } = open(gives('a'), fails);
  expect(await ask()).toEqual([
    ['a', true],
    [undefined, false],
  ]);
  change('two', gives('b'));
  // This question brings it back without waiting for it.
  expect((await ask())[1]).toEqual([undefined, false]);
  expect((await ask())[1]).toEqual(['b', true]);
});

test('an only database is waited for as long as it takes', async () => {
  let answer: (text: string) => void = () => undefined;
  const last = new LastAnswers(
    ['one'],
    () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
    {
      known: 1,
      first: 1,
    },
  );
  const asking = last.ask();
  await new Promise((resolve) => setTimeout(resolve, 20));
  answer('a');
  expect(await asking).toMatchObject([{ last: { answer: 'a' }, fault: undefined }]);
});
