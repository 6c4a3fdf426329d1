import { ACCOUNT_ROUTES } from './account-routes.ts';
import type { OpenRoute } from './open-route.ts';
import { TEAM_ROUTES } from './team-routes.ts';

/** Routes by path. All other features of the auth library, such as other providers, stay closed. */
export const OPEN_ROUTES: Readonly<Record<string, OpenRoute>> = Object.assign(
  Object.create(null) as Record<string, OpenRoute>,
  ACCOUNT_ROUTES,
  TEAM_ROUTES,
);
