import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import type { Job, PreparedJob } from './job.ts';
import { connectTo, listTables } from './tables.ts';

export async function dumpTables({ databaseUrl, folder }: Extract<Job, { kind: 'dump' }>): Promise<PreparedJob> {
  const client = await connectTo(databaseUrl);
  return {
    run: async () => {
      for (const { name, file } of await listTables(client, folder)) {
        await pipeline(client.query(copyTo(`COPY "${name}" TO STDOUT`)), createWriteStream(file));
      }
    },
    close: () => client.end(),
  };
}
