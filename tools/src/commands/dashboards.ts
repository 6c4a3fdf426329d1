import { writeFile } from 'node:fs/promises';
import { DASHBOARDS, dashboardFile } from '#/dashboards/dashboards.ts';
import { renderDashboard } from '#/dashboards/render-dashboard.ts';

/** `npm run dashboards`: writes Grafana's dashboards out of their description. Returns the exit code. */
export async function dashboards(): Promise<number> {
  for (const dashboard of DASHBOARDS) {
    await writeFile(dashboardFile(dashboard), renderDashboard(dashboard));
    process.stdout.write(`wrote deploy/dashboards/${dashboard.uid}.json\n`);
  }
  return 0;
}
