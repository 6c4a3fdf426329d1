import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import { gatherWorkspaces } from '#/images/gather-workspaces.ts';
import { docker } from './docker.ts';
import type { Engine } from './engine.ts';
import { type ForeignImages, imageName, imageOf, ONE_IMAGE, type OurImage, TESTED_TEAM } from './images.ts';

const BYTES_PER_MB = 1_000_000;

export interface BuiltImage {
  image: string;
  /** In 10⁶ bytes, with its base image. */
  sizeMb: number;
}

const TESTED: readonly OurImage[] = [ONE_IMAGE, imageOf(TESTED_TEAM)];

/** From installed packages and generated code: nothing is downloaded. */
export async function buildImages(
  engine: Engine,
  foreign: ForeignImages,
  images: readonly OurImage[] = TESTED,
): Promise<BuiltImage[]> {
  const dir = await mkdtemp(join(inRepository('node_modules', '.cache'), 'ledgergraph-image-'));
  try {
    const built: BuiltImage[] = [];
    for (const image of images) built.push(await buildOne(engine, foreign, image, join(dir, image.name)));
    return built;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function buildOne(
  engine: Engine,
  { LEDGERGRAPH_BASE_IMAGE: base }: ForeignImages,
  { name, workspaces }: OurImage,
  context: string,
): Promise<BuiltImage> {
  gatherWorkspaces(inRepository(), workspaces, context);
  const values = { BUILD_IMAGE: base, BASE_IMAGE: base, WORKSPACE: workspaces, GATHERED: '/workspace' };
  const args = Object.entries(values).flatMap(([variable, value]) => ['--build-arg', `${variable}=${value}`]);
  const image = imageName(name);
  const dockerfile = inRepository('deploy', 'images', 'Dockerfile');
  await docker(engine, ['build', '--quiet', '--file', dockerfile, '--tag', image, ...args, context]);
  const size = await docker(engine, ['image', 'inspect', '--format', '{{.Size}}', image]);
  return { image, sizeMb: Math.round(Number(size) / BYTES_PER_MB) };
}
