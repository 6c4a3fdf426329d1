import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import { z } from 'zod';

const IMPORT = /@ledgergraph\/proto-schemas\/([a-z]+)\//g;
const ownersFile = z.object({ owners: z.record(z.string(), z.string()) });
const packageFile = z.object({ team: z.string().optional() });

export interface ProtoTeams {
  of: (path: string) => { owner: string; consumers: string[] };
}

/**
 * The owner is in `owners` of package.json; users are all services whose code imports the generated files.
 * @param protos folder of the files
 */
export async function readProtoTeams(protos: string): Promise<ProtoTeams> {
  const { owners } = ownersFile.parse(JSON.parse(await readFile(join(protos, 'package.json'), 'utf8')));
  const users = await findUsers();
  return {
    of: (path) => {
      // ledgergraph/<area>/v1/<file>.proto
      const area = path.split('/')[1] ?? path;
      const owner = owners[area] ?? area;
      const consumers = [...(users.get(area) ?? [])].filter((team) => team !== owner).sort();
      return { owner, consumers };
    },
  };
}

async function findUsers(): Promise<Map<string, Set<string>>> {
  const listed = await execa('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'services', 'gateway'], {
    cwd: repositoryDir,
    lines: true,
  });
  const sources = listed.stdout.filter(
    (file) => /^(gateway|services\/[^/]+)\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  );
  const users = new Map<string, Set<string>>();
  for (const file of sources) {
    const text = await readFile(inRepository(file), 'utf8').catch(() => '');
    for (const [, area = ''] of text.matchAll(IMPORT)) {
      users.set(area, (users.get(area) ?? new Set()).add(await teamOf(file.slice(0, file.indexOf('/src/')))));
    }
  }
  return users;
}

async function teamOf(workspace: string): Promise<string> {
  const { team } = packageFile.parse(JSON.parse(await readFile(inRepository(workspace, 'package.json'), 'utf8')));
  return team ?? workspace.replace('services/', '');
}
