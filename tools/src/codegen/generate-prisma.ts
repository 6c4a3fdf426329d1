import { globSync, readFileSync } from 'node:fs';
import { inRepository, installedProgram } from '@ledgergraph/local/repository';
import type { ServiceName } from '@ledgergraph/local/services';
import { execa } from 'execa';
import { generateWhenChanged } from './generate-when-changed.ts';

// `prisma generate` would fetch a native engine that it does not use; any existing file satisfies it.
const OFFLINE = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
};

/** A schema without a generator only makes migrations. */
export function hasGenerator(schema: string): boolean {
  return readFileSync(schema, 'utf8').includes('generator client');
}

export async function generatePrisma(service: ServiceName): Promise<boolean> {
  const folder = inRepository('services', service);
  const schema = globSync(`${folder}/prisma/*.prisma`);
  if (!schema.some(hasGenerator)) return false;
  return generateWhenChanged({
    // package.json pins the version of Prisma.
    inputs: [...schema, `${folder}/prisma.config.ts`, `${folder}/package.json`],
    words: [],
    stampFile: `${folder}/src/generated/.prisma-inputs`,
    run: async () => {
      await execa(installedProgram('prisma'), ['generate'], { cwd: folder, env: OFFLINE });
    },
  });
}
