import { HeavyAnswers } from './heavy-answers.ts';

test('of the answers for a tip the newest 32 MB are kept', async () => {
  const heavy = new HeavyAnswers();
  const text = 'x'.repeat(12_000_000);
  let asked = 0;
  const ask = (key: string) =>
    heavy.findOrAsk({ chainId: 'iChain', tip: 'a', key }, async () => {
      asked += 1;
      return { kind: 'answered', text };
    });
  for (const key of ['1', '2', '3', '3', '2']) expect(await ask(key)).toEqual({ kind: 'answered', text });
  expect(asked).toBe(3);
  await ask('1');
  expect(asked).toBe(4);
});
