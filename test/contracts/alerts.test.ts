import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '@ledgergraph/local/repository';
import { parse } from 'yaml';

const run = promisify(execFile);

interface Rules {
  groups: { rules: { alert: string }[] }[];
}
interface Case {
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
}

/** Without these programs the tests count as skipped. */
const PROGRAMS = process.env.TEST_PROMETHEUS;
const testWherePromtoolIs = PROGRAMS === undefined ? test.skip : test;

const read = (file: string): Promise<string> => readFile(inRepository('deploy', 'dashboards', file), 'utf8');

test('every alert has a case in which it fires, and one beside it in which it is silent', async () => {
  const { groups } = parse(await read('alerts.yml')) as Rules;
  const { tests } = parse(await read('alerts.test.yml')) as { tests: Case[] };
  const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  for (const { alert } of groups.flatMap(({ rules }) => rules)) {
    const fired = cases.filter(({ alertname }) => alertname === alert).map(({ exp_alerts }) => exp_alerts.length);
    expect([alert, fired.sort()]).toEqual([alert, [0, 1]]);
  }
});

testWherePromtoolIs('promtool finds every alert to fire and to be silent as in its cases', async () => {
  const { stdout, stderr } = await promtool('test', 'rules', inRepository('deploy', 'dashboards', 'alerts.test.yml'));
  expect([stdout, stderr]).toEqual([expect.stringContaining('SUCCESS'), '']);
});

testWherePromtoolIs(
  'what Prometheus of docker-compose.yml is mounted with is a configuration, rules included',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'ledgergraph-prometheus-'));
    try {
      const { services } = parse(await readFile(inRepository('docker-compose.yml'), 'utf8'), {
        merge: true,
        maxAliasCount: -1,
      });
      const mounts: string[] = services.prometheus.volumes.filter((volume: string) => volume.startsWith('./'));
      for (const [source = '', target = ''] of mounts.map((mount) => mount.split(':')))
        await cp(inRepository(source), join(dir, target));
      const { stdout } = await promtool('check', 'config', join(dir, 'etc', 'prometheus', 'prometheus.yml'));
      expect(stdout).toMatch(/SUCCESS: 1 rule files found/);
    } finally {
      await rm(dir, { recursive: true });
    }
  },
);

async function promtool(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return run(join(PROGRAMS ?? '', 'promtool'), args);
}
