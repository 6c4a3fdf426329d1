import { ACCOUNT_ROUTES } from './account-routes.ts';
import type { OpenRoute } from './open-route.ts';
import { TEAM_ROUTES } from './team-routes.ts';

/** The routes of the auth library that exist for the outside, by path. What it has besides, such as other providers, does not. */
export const OPEN_ROUTES: Readonly<Record<string, OpenRoute>> = Object.assign(
  Object.create(null) as Record<string, OpenRoute>,
  ACCOUNT_ROUTES,
  TEAM_ROUTES,
);
