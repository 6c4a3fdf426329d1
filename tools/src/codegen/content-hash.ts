import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Contents, not places; links are followed. @param words such as tool versions */
export async function hashContent(files: string[], words: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) hash.update(await readFile(file)).update('\0');
  for (const word of words) hash.update(word).update('\0');
  return hash.digest('hex');
}
