import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRepository } from '@ledgergraph/local/repository';
import { buildSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import type { Demo } from './demo.ts';
import { readBlocks } from './printed-blocks.ts';
import { PrintedProgram } from './run-program.ts';

export interface ReadersFolder {
  folder: string;
  demo: Demo;
}

const STRICT = '--noEmit --strict --module esnext --moduleResolution bundler --target es2024 --ignoreConfig --types ""';

export function testTypes(reader: () => ReadersFolder): void {
  let command = '';

  beforeAll(async () => {
    const { folder } = reader();
    // Its types exist only after generation. The printed configuration looks for it in src.
    await mkdir(join(folder, 'src'), { recursive: true });
    await rename(join(folder, 'typed.txt'), join(folder, 'src', 'typed.ts'));
    command = readBlocks('docs/clients.md').find(({ language }) => language === 'sh')?.text ?? '';
  });

  /** @throws Error with its output */
  async function shell(text: string): Promise<void> {
    const { folder, demo } = reader();
    const program = new PrintedProgram(['sh', '-e', '-c', text], { cwd: folder, env: demo.environment, typed: '' });
    await program.ended().finally(() => program.kill());
  }

  test('the printed command of graphql-codegen writes types that hold a program to strings and numbers', async () => {
    await shell(command);
    await shell(`${inRepository('node_modules', '.bin', 'tsc')} ${STRICT} src/typed.ts`);
  });

  test('the printed scalars are those of the schema, and graphql-codegen fails when one is missing', async () => {
    const { folder, demo } = reader();
    const file = join(folder, 'scalars.js');
    const { scalars } = await import(pathToFileURL(file).href);
    const schema = buildSchema(await (await fetch(`${demo.stack.address.gatewayUrl}/schema.graphql`)).text());
    const own = Object.values(schema.getTypeMap()).filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
    expect(Object.keys(scalars)).toEqual(own.map(({ name }) => name).sort());
    const { Satoshis: _, ...others } = scalars;
    await writeFile(file, `export const scalars = ${JSON.stringify(others)};`);
    await expect(shell(command)).rejects.toThrow(/Unknown scalar type Satoshis/);
    await writeFile(file, `export const scalars = ${JSON.stringify(scalars)};`);
  });
}
