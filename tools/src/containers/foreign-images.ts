import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPostgresBinaries } from '@ledgergraph/local/postgres/postgres-binaries';
import { inRepository } from '@ledgergraph/local/repository';
import { findNatsServer } from '@ledgergraph/local/stack/steps/find-nats-server';
import { execa } from 'execa';
import { installPackages } from '#/apt.ts';
import { canUse, docker } from './docker.ts';
import type { Engine } from './engine.ts';
import { FOREIGN_IMAGES, type ForeignImages } from './images.ts';

const RELEASE = 'bookworm';
/** For Node, Postgres' scripts and a person with a shell. They are only unpacked. */
const BASE_PACKAGES = 'base-files,base-passwd,ca-certificates,coreutils,dash,grep,sed,libstdc++6';
const UNUSED_PATHS = ['/usr/share/man/*', '/usr/share/doc/*', '/usr/share/locale/*', '/usr/share/info/*'];
const PREPARE = inRepository('deploy', 'images', 'bare-machine');

/** Those of the environment, else public ones, else ones made here from Debian's packages and the Postgres and NATS of `npm start`. */
export async function prepareForeignImages(engine: Engine, report: (text: string) => void): Promise<ForeignImages> {
  const names = Object.entries(FOREIGN_IMAGES).map(
    ([variable, usual]) => [variable, process.env[variable] ?? usual] as const,
  );
  const images = Object.fromEntries(names) as ForeignImages;
  const usable = await Promise.all(names.map(([, name]) => canUse(engine, name)));
  if (usable.every((can) => can)) return images;
  const dir = await mkdtemp(join(tmpdir(), 'ledgergraph-images-'));
  try {
    report('no image registry here: making base images from Debian packages');
    return await makeAll(engine, dir, report);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function makeAll(engine: Engine, dir: string, report: (text: string) => void): Promise<ForeignImages> {
  const made: ForeignImages = {
    LEDGERGRAPH_BASE_IMAGE: 'ledgergraph-ci/node:local',
    LEDGERGRAPH_POSTGRES_IMAGE: 'ledgergraph-ci/postgres:local',
    LEDGERGRAPH_NATS_IMAGE: 'ledgergraph-ci/nats:local',
  };
  await makeBase(engine, join(dir, 'base'), made.LEDGERGRAPH_BASE_IMAGE);
  const base = ['--build-arg', `BASE_IMAGE=${made.LEDGERGRAPH_BASE_IMAGE}`];
  const postgres = join(dir, 'postgres');
  await cp(dirname(dirname(findPostgresBinaries().postgres)), join(postgres, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await cp(join(PREPARE, 'postgres'), postgres, { recursive: true });
  await docker(engine, ['build', '--quiet', ...base, '--tag', made.LEDGERGRAPH_POSTGRES_IMAGE, postgres]);
  const nats = join(dir, 'nats');
  await cp(join(PREPARE, 'nats'), nats, { recursive: true });
  await cp(
    await findNatsServer(inRepository('node_modules', '.cache', 'ledgergraph'), report),
    join(nats, 'nats-server'),
  );
  await docker(engine, ['build', '--quiet', ...base, '--tag', made.LEDGERGRAPH_NATS_IMAGE, nats]);
  return made;
}

async function makeBase(engine: Engine, dir: string, name: string): Promise<void> {
  await mkdir(dir);
  await installPackages(['mmdebstrap']);
  const excluded = UNUSED_PATHS.map((path) => `--dpkgopt=path-exclude=${path}`);
  const options = ['--variant=extract', `--include=${BASE_PACKAGES}`, '--quiet', ...excluded];
  await execa('mmdebstrap', [...options, RELEASE, join(dir, 'base.tar')], { stdin: 'ignore', timeout: 600_000 });
  await cp(process.execPath, join(dir, 'node'));
  await cp(join(PREPARE, 'base'), dir, { recursive: true });
  await docker(engine, ['build', '--quiet', '--tag', name, dir]);
}
