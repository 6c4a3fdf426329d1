import { generateCode } from '#/codegen/codegen.ts';
import { buildImages } from '#/containers/build-images.ts';
import { findEngine } from '#/containers/engine.ts';
import { prepareForeignImages } from '#/containers/foreign-images.ts';
import { imageOf, ONE_IMAGE } from '#/containers/images.ts';

/** `npm run images`: builds the one image, or those of the named teams, without the network. Returns the exit code. */
export async function images(teams: readonly string[]): Promise<number> {
  const report = (text: string): void => {
    process.stdout.write(`${text}\n`);
  };
  await generateCode();
  const engine = await findEngine(report);
  try {
    if (engine.isOwn) report('This engine ends with this command, and the images with it: start Docker to keep them.');
    const foreign = await prepareForeignImages(engine, report);
    const wanted = teams.length === 0 ? [ONE_IMAGE] : teams.map(imageOf);
    for (const { image, sizeMb } of await buildImages(engine, foreign, wanted)) report(`${image}: ${sizeMb} MB`);
    for (const [variable, image] of Object.entries(foreign)) report(`${variable}=${image}`);
    return 0;
  } finally {
    await engine.stop();
  }
}
