import { generateCode } from '#/codegen/codegen.ts';

/** `npm run codegen`: generates protobuf code, Prisma clients and the dashboard's page where their sources changed. Returns the exit code. */
export async function codegen(): Promise<number> {
  const changed = await generateCode();
  process.stdout.write(changed.length === 0 ? 'Generated code is up to date.\n' : `Generated: ${changed.join(', ')}\n`);
  return 0;
}
