import { globSync } from 'node:fs';
import { inRepository, installedProgram } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import { generateWhenChanged } from './generate-when-changed.ts';

/** Generates the messages and services of proto-schemas. Returns whether anything had changed. */
export async function generateProtos(): Promise<boolean> {
  const folder = inRepository('proto-schemas');
  const protos = globSync(`${folder}/ledgergraph/**/*.proto`);
  return generateWhenChanged({
    inputs: [...protos, `${folder}/buf.yaml`, `${folder}/buf.gen.yaml`, `${folder}/package.json`],
    words: [],
    stampFile: `${folder}/generated/.inputs`,
    run: async () => {
      await execa(installedProgram('buf'), ['generate'], { cwd: folder, preferLocal: true, localDir: folder });
    },
  });
}
