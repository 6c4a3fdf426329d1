import { inRepository } from '@ledgergraph/local/repository';
import { gatewayDashboard } from './gateway.ts';
import { indexingDashboard } from './indexing.ts';
import type { Dashboard } from './panel.ts';
import { runtimeDashboard } from './runtime.ts';

export const DASHBOARDS: readonly Dashboard[] = [gatewayDashboard, indexingDashboard, runtimeDashboard];

/** Path of a dashboard's JSON. */
export function dashboardFile({ uid }: Dashboard): string {
  return inRepository('deploy', 'dashboards', `${uid}.json`);
}
