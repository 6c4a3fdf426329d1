import { inRepository } from '@ledgergraph/local/repository';
import { gatewayDashboard } from './gateway.ts';
import { indexingDashboard } from './indexing.ts';
import type { Dashboard } from './panel.ts';
import { runtimeDashboard } from './runtime.ts';

export const DASHBOARDS: readonly Dashboard[] = [gatewayDashboard, indexingDashboard, runtimeDashboard];

/** Where a dashboard's JSON is kept. */
export function dashboardFile({ uid }: Dashboard): string {
  return inRepository('deploy', 'dashboards', `${uid}.json`);
}
