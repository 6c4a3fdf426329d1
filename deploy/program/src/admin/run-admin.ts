import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type LocalApi, runAdminProgram } from '@ledgergraph/cli/admin';
import { CommandError, remark } from '@ledgergraph/dashboard-api/output';
import { addCheckCommand } from './check-keys.ts';

/** The program finds services by their folders: none of them is a dependency. */
const ACCOUNTS = join(import.meta.dirname, '../../../../services/accounts/src/operator/open-operator-api.ts');

export function runAdmin(args: readonly string[]): Promise<number> {
  return runAdminProgram(args, openLocal, addCheckCommand);
}

async function openLocal(dataDir: string | undefined): Promise<LocalApi> {
  if (!existsSync(ACCOUNTS)) throw new CommandError('This installation has no accounts.');
  const { openOperatorApi } = await import(pathToFileURL(ACCOUNTS).href);
  try {
    return await openOperatorApi(dataDir, remark);
  } catch (error) {
    if (error instanceof Error && error.name === 'AccountsError') throw new CommandError(error.message);
    throw error;
  }
}
