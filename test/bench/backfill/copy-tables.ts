import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Job, PreparedJob } from './job.ts';
import { connectTo, listTables } from './tables.ts';

const READ_BYTES = 1024 * 1024;

/** One COPY for each table, into the same indexes, without reading, look-ups and updates: nothing that has to do more can be faster. */
export async function copyTables({ databaseUrl, folder }: Extract<Job, { kind: 'copy' }>): Promise<PreparedJob> {
  const client = await connectTo(databaseUrl);
  const tables = await listTables(client, folder);
  return {
    run: async () => {
      for (const { name, file } of tables) {
        const rows = createReadStream(file, { highWaterMark: READ_BYTES });
        await pipeline(rows, client.query(copyFrom(`COPY "${name}" FROM STDIN`)));
      }
    },
    close: () => client.end(),
  };
}
