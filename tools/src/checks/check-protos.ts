import { readFile } from 'node:fs/promises';
import { inRepository, installedProgram } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import { z } from 'zod';
import { compileProtos, IMAGE } from '#/codegen/generate-protos.ts';
import type { Check } from './check.ts';
import { readProtoTeams } from './proto-teams.ts';

const annotation = z.object({
  path: z.string(),
  start_line: z.number().optional(),
  type: z.string(),
  message: z.string(),
});

/**
 * Lists changes that deployed services could no longer read, with the owner's and the users' teams.
 * @param protos folder with buf.yaml and the published image baseline.binpb
 */
export async function findProtoBreaks(protos: string): Promise<string[]> {
  const args = ['breaking', '--against', 'baseline.binpb', '--error-format', 'json'];
  const result = await execa(installedProgram('buf'), args, { cwd: protos, reject: false, stdin: 'ignore' });
  if (!result.failed) return [];
  const lines = result.stdout.split('\n').filter((line) => line.startsWith('{'));
  // The files do not parse, or there is no baseline.
  if (lines.length === 0) return [result.stderr || (result.message ?? 'buf failed')];
  const teams = await readProtoTeams(protos);
  return lines.map((line) => {
    const { path, start_line, message } = annotation.parse(JSON.parse(line));
    const { owner, consumers } = teams.of(path);
    const place = start_line === undefined ? path : `${path}:${start_line}`;
    return `team ${owner}: ${place}: ${message} It is used by: ${consumers.join(', ') || 'no other team'}.`;
  });
}

/** `npm start` generates from the committed image. */
export const protoImageCheck: Check = {
  title: 'proto-schemas/image.binpb is compiled from the protobuf files',
  fix: 'npm run codegen, and commit proto-schemas/image.binpb',
  run: async () =>
    (await readFile(IMAGE)).equals(await compileProtos()) ? undefined : 'the files have changed since it was compiled',
};

export const protosCheck: Check = {
  title: 'Protobuf stays readable by deployed services (buf breaking)',
  fix: 'add instead of changing; when nothing deployed reads it any more: cd proto-schemas && npx buf build -o baseline.binpb',
  run: async () => {
    const breaks = await findProtoBreaks(inRepository('proto-schemas'));
    return breaks.length === 0 ? undefined : breaks.join('\n');
  },
};
