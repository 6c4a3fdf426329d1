import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { SubgraphSchema } from './compose-supergraph.ts';

export interface ListedSubgraph extends SubgraphSchema {
  file: string;
}

const listOfSubgraphs = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.string().min(1));

/** @throws Error when the list is malformed or a schema is not there */
export async function readSubgraphs(listFile: string): Promise<ListedSubgraph[]> {
  const list = listOfSubgraphs.parse(parse(await readFile(listFile, 'utf8')));
  return Promise.all(
    Object.entries(list).map(async ([name, path]) => {
      const file = resolve(dirname(listFile), path);
      return { name, file, sdl: await readFile(file, 'utf8') };
    }),
  );
}
