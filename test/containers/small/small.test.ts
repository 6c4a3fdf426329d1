import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AREAS, DemoInstallation, describeWhereThereIsCompose } from '../compose/demo-installation.ts';

const run = promisify(execFile);
/** deploy/compose/README.md has it. */
const MEGABYTES_MAX = 1_024;
const UNITS: Record<string, number> = { KiB: 1 / 1_024, MiB: 1, GiB: 1_024 };

describeWhereThereIsCompose('the profile small', () => {
  let installation: DemoInstallation;
  beforeAll(async () => {
    installation = await DemoInstallation.start(['small', 'recorded']);
  });
  afterAll(() => installation?.project.remove());

  test('one container runs all roles', async () => {
    const { containers } = await installation.project.list();
    const names = containers.map((name) => /(?<=ledgergraph-[0-9a-f]+[-_])[a-z-]+(?=[-_]1$)/.exec(name)?.[0]);
    expect(names.sort()).toEqual(['all', 'demo-keys', 'migrate', 'nats', 'nodes', 'postgres']);
  });

  test.each(AREAS)('%s answers with the demo keys', async (_area, query, part) => {
    for (const key of [installation.keys.test, installation.keys.live]) {
      const { status, errors, data } = await installation.ask(query, key);
      expect({ status, errors }).toEqual({ status: 200, errors: [] });
      expect(JSON.stringify(data)).toContain(part);
    }
  });

  test('with its database and its broker it needs less than a gigabyte', async () => {
    const { containers } = await installation.project.list();
    const ours = containers.filter((name) => /[-_](all|postgres|nats)[-_]1$/.test(name));
    expect(ours.length).toBe(3);
    const used = await Promise.all(ours.map(readMegabytes));
    process.stderr.write(`the profile small: ${ours.map((name, index) => `${name} ${used[index]} MB`).join(', ')}\n`);
    expect(used.reduce((sum, each) => sum + each, 0)).toBeLessThan(MEGABYTES_MAX);
  });
});

async function readMegabytes(container: string): Promise<number> {
  const { stdout } = await run('docker', ['stats', '--no-stream', '--format', '{{.MemUsage}}', container]);
  const [, amount, unit = ''] = /^([\d.]+)([KMG]iB) /.exec(stdout) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) throw new Error(`docker stats: ${stdout}`);
  return Math.round(Number(amount) * factor);
}
