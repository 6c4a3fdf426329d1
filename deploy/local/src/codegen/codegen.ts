import { buildDashboard } from '#/codegen/build-dashboard.ts';
import { generatePrisma } from '#/codegen/generate-prisma.ts';
import { generateProtos } from '#/codegen/generate-protos.ts';
import { listServices } from '#/services.ts';

/** Generates what is not committed: protobuf code, Prisma clients, the dashboard's page. Returns the names of what had changed. */
export async function generateCode(): Promise<string[]> {
  const changed = [];
  if (await generateProtos()) changed.push('proto-schemas');
  for (const service of listServices()) if (await generatePrisma(service)) changed.push(service);
  if (await buildDashboard()) changed.push('dashboard');
  return changed;
}
