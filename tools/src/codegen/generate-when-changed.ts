import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hashContent } from './content-hash.ts';

export interface Generation {
  /** Files that the generator reads. */
  inputs: string[];
  /** Further inputs that change its output: versions of tools. */
  words: string[];
  /** Holds the hash of the inputs of the last successful run; lies with the output, so that deleting one deletes the other. */
  stampFile: string;
  run: () => Promise<void>;
}

/** Runs a generator unless its inputs are those of its last run. Returns whether it ran. */
export async function generateWhenChanged(generation: Generation): Promise<boolean> {
  const hash = await hashContent(generation.inputs, generation.words);
  const { stampFile } = generation;
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === hash) return false;
  await generation.run();
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, hash);
  return true;
}
