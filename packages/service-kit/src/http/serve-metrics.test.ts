import { Gauge } from 'prom-client';
import { openRole } from '#/roles/open-role.ts';
import { joinRegistries, measureProcess } from './serve-metrics.ts';

test('metrics that several roles have are described once, with a sample of each; a process is measured once', async () => {
  const roles = ['fees-api', 'fees-indexer'].map((name) => openRole(name, 'silent', true));
  for (const { context } of roles) {
    if (context.registry === undefined) throw new Error('the role is measured');
    new Gauge({ name: 'ledgergraph_ready', help: 'Ready', registers: [context.registry] }).set(1);
  }
  const own = measureProcess('fees-api,fees-indexer');
  const text = await joinRegistries([own, ...(await Promise.all(roles.map((role) => role.readMetrics())))]);
  own.clear();
  const described = text.split('\n').flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []);
  expect(new Set(described).size).toBe(described.length);
  expect(text).toContain(
    [
      '# HELP ledgergraph_ready Ready',
      '# TYPE ledgergraph_ready gauge',
      'ledgergraph_ready{role="fees-api"} 1',
      'ledgergraph_ready{role="fees-indexer"} 1',
    ].join('\n'),
  );
  expect(text.match(/^process_start_time_seconds\{role="fees-api,fees-indexer"\} /gm)).toHaveLength(1);
});

test('a role whose metrics are not read has no registry', () => {
  expect(openRole('fees-api', 'silent', false).context.registry).toBeUndefined();
});
