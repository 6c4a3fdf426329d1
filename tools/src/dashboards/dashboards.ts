import { readdirSync, readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { z } from 'zod';

const FOLDER = inRepository('deploy', 'dashboards');

const place = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() });
const row = z.object({ type: z.literal('row'), id: z.number(), title: z.string(), gridPos: place });
const datasource = z.object({ type: z.literal('prometheus'), uid: z.literal('$datasource') });
const graph = z.object({
  type: z.literal('timeseries'),
  id: z.number(),
  title: z.string(),
  description: z.string().min(5),
  gridPos: place,
  datasource,
  fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }),
  targets: z.array(z.object({ refId: z.string(), expr: z.string(), datasource, legendFormat: z.string() })).min(1),
});
const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  templating: z.object({
    list: z.tuple([z.object({ name: z.literal('datasource'), type: z.literal('datasource') })]),
  }),
  panels: z.array(z.discriminatedUnion('type', [row, graph])),
});

/** As far as tests judge them. @throws ZodError on another shape */
export const DASHBOARDS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, ...dashboard.parse(JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8'))) }))
  .map(({ panels, ...rest }) => ({ ...rest, panels, graphs: panels.filter((panel) => panel.type === 'timeseries') }));
