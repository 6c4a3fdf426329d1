import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { AccountsError } from '#/accounts-error.ts';
import type { Connection, Database } from '#/db/connection.ts';

/** Starts `second` before `first` commits; commits once `second` waits for it or has ended. */
export async function overtake(
  db: Database,
  first: (tx: Connection) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<string> {
  let outcome: Promise<string> = Promise.resolve('not begun');
  await db.$transaction(
    async (tx) => {
      await first(tx);
      let isOver = false;
      outcome = codeOf(second()).finally(() => {
        isOver = true;
      });
      await waitFor(async () => isOver || (await isSomebodyWaiting(db)), {
        what: 'the second to wait, or to be through',
      });
    },
    { timeout: 60_000 },
  );
  return outcome;
}

/** Outside of the transaction: within one, Postgres repeats its first answer. */
async function isSomebodyWaiting(db: Database): Promise<boolean> {
  const waiting = await db.$queryRaw<unknown[]>`
    SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length > 0;
}

export function codeOf(action: Promise<unknown>): Promise<string> {
  return action.then(
    () => 'done',
    (error: unknown) => (error instanceof AccountsError ? error.code : String(error)),
  );
}
