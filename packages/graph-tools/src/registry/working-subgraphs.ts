import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readSubgraphs } from '#/compose/read-subgraphs.ts';
import type { CandidateSubgraph } from './published-subgraph.ts';

const packageFile = z.object({ team: z.string().min(1).optional() });

/**
 * The team is the `team` of the package.json beside a schema; else the subgraph's name.
 * @throws Error when the list is malformed or a schema is not there
 */
export async function readWorkingSubgraphs(listFile: string): Promise<CandidateSubgraph[]> {
  const subgraphs = await readSubgraphs(listFile);
  return Promise.all(
    subgraphs.map(async ({ name, sdl, file }) => ({ name, sdl, team: (await teamBeside(file)) ?? name })),
  );
}

export async function teamBeside(file: string): Promise<string | undefined> {
  const text = await readFile(join(dirname(file), 'package.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : packageFile.parse(JSON.parse(text)).team;
}
