import { sumUsage } from './sum-usage.ts';

test('calls are added up exactly, beyond what a number holds, in the order first met', () => {
  const huge = 2n ** 53n;
  const sums = sumUsage(
    [
      { day: '2030-01-02', keyId: 'b', status: 'answered', calls: huge },
      { day: '2030-01-02', keyId: 'a', status: 'answered', calls: 1n },
      { day: '2030-01-01', keyId: 'a', status: 'failed', calls: 2n },
    ],
    ({ day }) => day,
    ({ status }) => status,
  );
  expect([...sums].map(([day, counts]) => [day, ...counts])).toEqual([
    ['2030-01-02', ['answered', huge + 1n]],
    ['2030-01-01', ['failed', 2n]],
  ]);
});
