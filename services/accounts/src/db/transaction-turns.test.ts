import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { Connection, Database } from './connection.ts';
import { TransactionTurns, workFor } from './transaction-turns.ts';

const POOL = 10;
const STAYS = new AbortController().signal;

function startTurns() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const transact = async (work: (tx: Connection) => Promise<unknown>) => work({} as Connection);
  const { db } = new TransactionTurns({ $transaction: transact } as unknown as Database, POOL);
  const ask = (person: string, team: string, name: string, gone = STAYS): Promise<unknown> =>
    workFor({ network: '192.0.2.1', person, team, gone }, () =>
      db.$transaction(async () => {
        begun.push(name);
        await new Promise<void>((end) => ends.set(name, end));
      }),
    ).catch((error: unknown) => (error as { code: string }).code);
  const end = async (name: string): Promise<void> => {
    await waitFor(() => ends.has(name), { what: `${name} to begin` });
    ends.get(name)?.();
  };
  return { begun, ask, end };
}

test('a member of a team waits behind one call of another member, however many that one makes', async () => {
  const { begun, ask, end } = startTurns();
  const asked = ['ann 1', 'ann 2', 'ann 3'].map((name) => ask('ann', 'shared', name));
  asked.push(ask('ben', 'shared', 'ben 1'));
  for (const name of ['ann 1', 'ben 1', 'ann 2', 'ann 3']) await end(name);
  await Promise.all(asked);
  expect(begun).toEqual(['ann 1', 'ben 1', 'ann 2', 'ann 3']);
});

test('a change that waits is dropped when its client goes, and the next one has its turn', async () => {
  const { begun, ask, end } = startTurns();
  const leaving = new AbortController();
  const first = ask('ann', 'hers', 'first');
  const dropped = ask('ann', 'hers', 'dropped', leaving.signal);
  const last = ask('ann', 'hers', 'last');
  leaving.abort();
  expect(await dropped).toBe('CLIENT_GONE');
  for (const name of ['first', 'last']) await end(name);
  await Promise.all([first, last]);
  expect(begun).toEqual(['first', 'last']);
  expect(await ask('ann', 'hers', 'late', leaving.signal)).toBe('CLIENT_GONE');
});

test('what a transaction does in another transaction has its turn already', async () => {
  const { db } = new TransactionTurns(
    { $transaction: async (work: () => Promise<unknown>) => work() } as unknown as Database,
    POOL,
  );
  const nested = () => db.$transaction(() => db.$transaction(async () => 'done'));
  expect(await workFor({ network: '192.0.2.1', person: 'ann', gone: STAYS }, nested)).toBe('done');
});
