import { Deadline } from '@ledgergraph/service-kit/deadline';
import { DeadlinePassed, SharedRequest } from './shared-request.ts';

function begin() {
  let answer: (text: string) => void = () => {};
  const aborted: Error[] = [];
  const request = new SharedRequest<string>(
    ({ onAbort }) =>
      new Promise((resolve) => {
        answer = resolve;
        onAbort((reason) => aborted.push(reason));
      }),
  );
  return { request, answer: (text: string) => answer(text), aborted };
}

test('a caller that leaves does not take the answer from another that waits', async () => {
  const { request, answer, aborted } = begin();
  const [first, second] = [new Deadline(60_000), new Deadline(60_000)];
  const goes = request.waitFor(first);
  const stays = request.waitFor(second);
  first.end();
  await expect(goes).rejects.toThrow(DeadlinePassed);
  answer('text');
  expect(await stays).toBe('text');
  second.end();
  expect(aborted).toEqual([]);
});

test('when the last one has gone the work is aborted, once, also when it begins only then', async () => {
  const { request, aborted } = begin();
  const deadlines = [new Deadline(60_000), new Deadline(60_000)];
  const waits = deadlines.map((deadline) => request.waitFor(deadline));
  for (const deadline of deadlines) deadline.end();
  for (const wait of waits) await expect(wait).rejects.toThrow(DeadlinePassed);
  expect([aborted.length, request.isAborted]).toEqual([1, true]);

  const late: Error[] = [];
  let connect: () => void = () => {};
  const queued = new SharedRequest<string>(
    ({ onAbort }) =>
      new Promise(() => {
        connect = () => onAbort((reason) => late.push(reason));
      }),
  );
  const over = new Deadline(60_000);
  const wait = queued.waitFor(over);
  over.end();
  await expect(wait).rejects.toThrow(DeadlinePassed);
  connect();
  expect(late).toHaveLength(1);
});

test('a caller without a deadline keeps the request alive', async () => {
  const { request, answer, aborted } = begin();
  const patient = request.waitFor(undefined);
  const deadline = new Deadline(60_000);
  const goes = request.waitFor(deadline);
  deadline.end();
  await expect(goes).rejects.toThrow(DeadlinePassed);
  answer('text');
  expect([await patient, aborted.length]).toEqual(['text', 0]);
});
