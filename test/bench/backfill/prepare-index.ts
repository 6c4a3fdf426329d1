import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { Bell } from '@ledgergraph/service-kit/bell';
import { openSync } from '@ledgergraph/test-kit/roles/consumers';
import type { Job, PreparedJob } from './job.ts';
import { openStream } from './open-stream.ts';

const RECONCILE_MS = 5_000;

export async function prepareIndex({
  service,
  databaseUrl,
  stream,
}: Extract<Job, { kind: 'index' }>): Promise<PreparedJob> {
  const db = openWriter(databaseUrl);
  const { client, network } = await openStream(stream);
  const sync = await openSync({ service, db, stream: client }, network);
  const bell = new Bell();
  return {
    hearBell: () => bell.ring(),
    run: async () => {
      for (;;) {
        const { kind, cursor } = await sync.step();
        if (cursor?.height === stream.tipHeight) return;
        if (kind === 'at-tip') await bell.wait(RECONCILE_MS);
      }
    },
    close: () => db.$disconnect(),
  };
}
