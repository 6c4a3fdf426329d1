import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hashContent } from './content-hash.ts';

export interface Generation {
  inputs: string[];
  words: string[];
  /** Hash of the last inputs; it lies with the output, so that both are deleted together. */
  stampFile: string;
  run: () => Promise<void>;
}

/** Returns whether the generator ran. */
export async function generateWhenChanged(generation: Generation): Promise<boolean> {
  const hash = await hashContent(generation.inputs, generation.words);
  const { stampFile } = generation;
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === hash) return false;
  await generation.run();
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, hash);
  return true;
}
