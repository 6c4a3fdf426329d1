import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Auth } from '#/auth/create-auth.ts';
import type { KeyDeps } from '#/keys/key-deps.ts';

/** Dependencies of the dashboard's server. */
export type DashboardDeps = KeyDeps & {
  auth: Auth;
  logger: Logger;
  /** The origin people use. */
  publicUrl: string;
  /** The built page. */
  pageFolder: string;
};
