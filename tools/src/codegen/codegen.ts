import { listDatabases } from '@ledgergraph/local/services';
import { buildDashboard } from './build-dashboard.ts';
import { copyContract } from './copy-contract.ts';
import { generatePrisma } from './generate-prisma.ts';
import { generateProtos } from './generate-protos.ts';

/** Generates what is not committed. Returns the names of what had changed. */
export async function generateCode(): Promise<string[]> {
  const changed = [];
  if (await generateProtos()) changed.push('proto-schemas');
  for (const service of listDatabases()) if (await generatePrisma(service)) changed.push(service);
  if (await copyContract()) changed.push('clients');
  if (await buildDashboard()) changed.push('dashboard');
  return changed;
}
