import type * as grafana from '@grafana/schema';
import type { FieldConfig } from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';
import type { Dashboard, Panel } from './panel.ts';

// As Grafana 11 writes them; later ones read it.
const SCHEMA_VERSION = 39;
const COLUMNS = 3;
const WIDTH = 8;
const HEIGHT = 8;
const DATASOURCE = { type: 'prometheus', uid: '$datasource' };

/**
 * The dashboard as Grafana imports it, or a provisioner puts it there: of any Prometheus that is chosen in it.
 * Its shape is held to Grafana's own types.
 */
export function renderDashboard({ uid, title, rows }: Dashboard): string {
  const panels: (grafana.Panel | grafana.RowPanel)[] = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: 24, h: 1 },
      panels: [],
    });
    y += 1;
    for (const [index, panel] of row.panels.entries()) {
      const place = { x: (index % COLUMNS) * WIDTH, y: y + Math.floor(index / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT };
      panels.push(renderPanel(panel, panels.length + 1, place));
    }
    y += Math.ceil(row.panels.length / COLUMNS) * HEIGHT;
  }
  const dashboard: grafana.Dashboard = {
    uid,
    title,
    tags: ['ledgergraph'],
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    timezone: 'utc',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' }] },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

function renderPanel(
  { title, description, unit, queries }: Panel,
  id: number,
  gridPos: NonNullable<grafana.Panel['gridPos']>,
): grafana.Panel {
  return {
    id,
    type: 'timeseries',
    title,
    description,
    gridPos,
    datasource: DATASOURCE,
    fieldConfig: {
      defaults: { unit, min: 0, custom: { lineWidth: 1, fillOpacity: 5 } satisfies FieldConfig },
      overrides: [],
    },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource: DATASOURCE,
      expr,
      legendFormat,
    })),
  };
}
