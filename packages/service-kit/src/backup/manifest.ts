import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

export const MANIFEST_FILE = 'manifest.json';

const decimal = z.string().regex(/^-?\d+$/);

const shape = z.object({
  format: z.literal(1),
  /** RFC 3339. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: decimal,
      checksum: decimal,
      file: z.string(),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: decimal, isCalled: z.boolean() })),
});

/** Written last: a folder without it is no backup. */
export type BackupManifest = z.output<typeof shape>;

/** @throws when the backup is not complete, or a file has changed */
export async function readBackup(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch((error: unknown) => {
    throw new Error(`${folder} is no complete backup: it has no ${MANIFEST_FILE}`, { cause: error });
  });
  const manifest = shape.parse(JSON.parse(text));
  for (const { file, sha256 } of manifest.tables) {
    if ((await hashFile(join(folder, file))) !== sha256)
      throw new Error(`${file} differs from the file that the backup wrote`);
  }
  return manifest;
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
