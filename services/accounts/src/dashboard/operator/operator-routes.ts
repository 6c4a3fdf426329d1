import type { FastifyInstance } from 'fastify';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { keyRoutes } from './key-routes.ts';
import { teamRoutes, userRoutes } from './people-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { recordRoutes } from './record-routes.ts';
import { tokenRoutes } from './token-routes.ts';

export async function operatorRoutes(scope: FastifyInstance, deps: DashboardDeps): Promise<void> {
  keyRoutes(scope, deps);
  userRoutes(scope, deps);
  teamRoutes(scope, deps);
  planRoutes(scope, deps);
  recordRoutes(scope, deps);
  tokenRoutes(scope, deps);
}
