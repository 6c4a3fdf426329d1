import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { NewBlockSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { deleteOutbox, listOutbox } from '#/db/outbox-rows.ts';

const BATCH_ROWS = 500;

/** A kill may publish some events twice and loses none. @returns false if the broker could not be reached */
export async function publishOutbox(db: SqlExecutor, bus: Bus, chainId: string): Promise<boolean> {
  for (;;) {
    const rows = await listOutbox(db, chainId, BATCH_ROWS);
    const last = rows.pop();
    if (last === undefined) return true;
    for (const row of rows) bus.publish(SUBJECTS.newBlock, NewBlockSchema, bell(row));
    // The broker reads in order: the last event proves all.
    if (!(await bus.publishConfirmed(SUBJECTS.newBlock, NewBlockSchema, bell(last)))) return false;
    await deleteOutbox(db, chainId, last.id);
  }
}

function bell(row: Awaited<ReturnType<typeof listOutbox>>[number]) {
  const { chainId, height, hash, previousHash, time } = row;
  return { chainId, height, hash, previousHash, time: BigInt(time) };
}
