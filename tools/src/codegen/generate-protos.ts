import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { inRepository, installedProgram } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import { generateWhenChanged } from './generate-when-changed.ts';

const FOLDER = inRepository('proto-schemas');
/** Committed, so that `npm start` does not install the compiler of 136 MB. */
export const IMAGE = join(FOLDER, 'image.binpb');

export async function compileProtos(): Promise<Uint8Array> {
  const options = { cwd: FOLDER, encoding: 'buffer', stripFinalNewline: false } as const;
  return (await execa(installedProgram('buf'), ['build', '--as-file-descriptor-set', '-o', '-'], options)).stdout;
}

export async function generateProtos(): Promise<boolean> {
  return generateWhenChanged({
    inputs: [IMAGE, `${FOLDER}/package.json`],
    words: [],
    stampFile: `${FOLDER}/generated/.inputs`,
    run: generate,
  });
}

/** JavaScript with declarations (docs/adr/0001-typescript-runs-as-written.md). */
async function generate(): Promise<void> {
  const { file: files } = fromBinary(FileDescriptorSetSchema, await readFile(IMAGE));
  const request = create(CodeGeneratorRequestSchema, {
    protoFile: files,
    fileToGenerate: files.map(({ name }) => name).filter((name) => name.startsWith('ledgergraph/')),
    parameter: 'target=js+dts,import_extension=js',
  });
  const input = toBinary(CodeGeneratorRequestSchema, request);
  const { stdout } = await execa(installedProgram('protoc-gen-es'), {
    input,
    encoding: 'buffer',
    stripFinalNewline: false,
  });
  for (const { name, content } of fromBinary(CodeGeneratorResponseSchema, stdout).file) {
    const path = join(FOLDER, 'generated', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
