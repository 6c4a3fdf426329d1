import type { Database } from './connection.ts';
import { emptyOldest, forgetOldest, holdEndpoint } from './kept-bytes.ts';

/** Content goes before the rest, but failed deliveries keep it. */
export async function pruneDeliveries(db: Database, ends: { content: Date; all: Date }): Promise<void> {
  for (const { id } of await db.endpoint.findMany({ select: { id: true } })) {
    let freed: number;
    do {
      freed = await db.$transaction(async (tx) => {
        await holdEndpoint(tx, id);
        const emptied = await emptyOldest(tx, id, { before: ends.content });
        return emptied + (await forgetOldest(tx, id, { before: ends.all }));
      });
    } while (freed > 0);
  }
}
