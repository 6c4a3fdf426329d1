import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServingEnv } from '@ledgergraph/service-kit/env';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import type { z } from 'zod';

export type RoleKind = 'gateway' | 'api' | 'indexer';

export interface FoundRole {
  name: string;
  service: string;
  kind: RoleKind;
  file: string;
}

export interface LoadedRole extends FoundRole {
  env: z.ZodType<ServingEnv>;
  open: (env: ServingEnv, context: RoleContext) => Promise<void>;
}

const REPOSITORY = dirname(dirname(dirname(dirname(import.meta.dirname))));
const EXPORTS: Record<RoleKind, string> = { gateway: 'openGateway', api: 'openApi', indexer: 'openIndexer' };

/** No list names the roles: an image may hold one service alone. */
export function findRoles(repository = REPOSITORY): Map<string, FoundRole> {
  const files = globSync(['services/*/src/{api,indexer}.ts', 'gateway/src/gateway.ts'], { cwd: repository }).sort();
  const roles = files.map((file): FoundRole => {
    const kind = basename(file, '.ts') as RoleKind;
    const service = basename(dirname(dirname(file)));
    return { name: kind === 'gateway' ? kind : `${service}-${kind}`, service, kind, file: join(repository, file) };
  });
  return new Map(roles.map((role) => [role.name, role]));
}

export async function loadRole(role: FoundRole): Promise<LoadedRole> {
  const { env, [EXPORTS[role.kind]]: open } = await import(pathToFileURL(role.file).href);
  return { ...role, env, open };
}
