import { generateCode } from '#/codegen/codegen.ts';
import { buildImages } from '#/containers/build-images.ts';
import { findEngine } from '#/containers/engine.ts';
import { prepareForeignImages } from '#/containers/foreign-images.ts';

/** `npm run images`: builds all images into the engine that answers, without the network. Returns the exit code. */
export async function images(): Promise<number> {
  const report = (text: string): void => {
    process.stdout.write(`${text}\n`);
  };
  await generateCode();
  const engine = await findEngine(report);
  try {
    if (engine.isOwn) report('This engine ends with this command, and the images with it: start Docker to keep them.');
    const foreign = await prepareForeignImages(engine, report);
    for (const { image, sizeMb } of await buildImages(engine, foreign)) report(`${image}: ${sizeMb} MB`);
    for (const [variable, image] of Object.entries(foreign)) report(`${variable}=${image}`);
    return 0;
  } finally {
    await engine.stop();
  }
}
