import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fetchDebianPrograms, findOnPath, hasApt } from '@ledgergraph/local/debian-programs';

const PROGRAMS = ['prometheus', 'promtool'];

/**
 * Those on the PATH, or fetched before, or now.
 * @returns undefined without a Prometheus, which it reports: the tests that need them are skipped
 */
export async function findPrometheus(binDir: string, report: (text: string) => void): Promise<string | undefined> {
  const [onPath, ...others] = PROGRAMS.map((program) => findOnPath(program));
  if (onPath !== undefined && others.every((path) => path !== undefined && dirname(path) === dirname(onPath)))
    return dirname(onPath);
  if (PROGRAMS.every((program) => existsSync(join(binDir, program)))) return binDir;
  if (hasApt()) {
    report('fetching prometheus with apt-get, for the tests of alerts and dashboards');
    const cause = await fetchDebianPrograms('prometheus', PROGRAMS, binDir);
    if (cause === undefined) return binDir;
    report(cause);
  }
  report('!!! TESTS OF ALERTS AND DASHBOARDS ARE SKIPPED: no prometheus and promtool on the PATH');
  return undefined;
}
