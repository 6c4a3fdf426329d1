import { execa } from 'execa';
import { installPackages } from '#/apt.ts';
import type { Engine } from './engine.ts';

/** By preference: version 2, then Debian 12's. */
const CLIENTS = [['docker', 'compose'], ['docker-compose']];

/** Debian's is installed where the engine is this run's own. @returns words; undefined on a machine without one */
export async function findCompose(
  engine: Pick<Engine, 'isOwn'>,
  report: (text: string) => void,
): Promise<string[] | undefined> {
  const found = await look();
  if (found !== undefined || !engine.isOwn) return found;
  report('installing Debian’s docker-compose');
  const fault = await installPackages(['docker-compose']).catch((error: Error) => error);
  if (fault instanceof Error) report(`docker-compose could not be installed: ${fault.message}`);
  return look();
}

async function look(): Promise<string[] | undefined> {
  for (const [program = '', ...first] of CLIENTS) {
    const version = await execa(program, [...first, 'version'], { reject: false });
    if (!version.failed) return [program, ...first];
  }
  return undefined;
}
