import { writeFile } from 'node:fs/promises';
import { generateCode } from '#/codegen/codegen.ts';
import { compileProtos, IMAGE } from '#/codegen/generate-protos.ts';

/** `npm run codegen`: generates again where sources changed. Returns the exit code. */
export async function codegen(): Promise<number> {
  await writeFile(IMAGE, await compileProtos());
  const changed = await generateCode();
  process.stdout.write(changed.length === 0 ? 'Generated code is up to date.\n' : `Generated: ${changed.join(', ')}\n`);
  return 0;
}
