import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { waitUntilReady } from '../stack/start-installation.ts';
import type { ComposeProject } from './compose-project.ts';
import { AREAS, DemoInstallation, describeWhereThereIsCompose, HEIGHTS } from './demo-installation.ts';

/** Where VRSCTEST begins. */
const STARTED_AT = 405;

describeWhereThereIsCompose('docker-compose.yml, by Compose itself', () => {
  let installation: DemoInstallation;
  let project: ComposeProject;

  const ask: DemoInstallation['ask'] = (...args) => installation.ask(...args);
  const readTip = async (height: number): Promise<number | undefined> => {
    const tip: number = (await ask(HEIGHTS)).data.syncState.chainTipHeight;
    return tip < height ? undefined : tip;
  };

  beforeAll(async () => {
    installation = await DemoInstallation.start();
    project = installation.project;
  });
  afterAll(() => project?.remove());

  test.each(AREAS)('%s answers with the demo keys', async (_area, query, part) => {
    for (const key of [installation.keys.test, installation.keys.live]) {
      const { status, errors, data } = await ask(query, key);
      expect({ status, errors }).toEqual({ status: 200, errors: [] });
      expect(JSON.stringify(data)).toContain(part);
    }
  });

  test('the keys read the chains of npm start', async () => {
    const read = async (key: string): Promise<unknown> => (await ask('{ networks { name } }', key)).data.networks;
    expect(await read(installation.keys.test)).toEqual([{ name: 'VRSCTEST' }]);
    expect(await read(installation.keys.live)).toEqual([{ name: 'VRSC' }, { name: 'island' }]);
  });

  test('a key that was never made is refused, and the dashboard is there', async () => {
    expect(await ask(HEIGHTS, `${installation.keys.test.slice(0, -4)}aaaa`)).toMatchObject({
      status: 401,
      errors: [{ extensions: { code: 'UNAUTHORIZED' } }],
    });
    const dashboard = await fetch(`${project.gatewayUrl}/dashboard`);
    expect([dashboard.status, dashboard.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching('text/html'),
    ]);
  });

  test('down leaves nothing but the volumes; up again, keys work and every chain goes on where it was', async () => {
    // A chain that begins again at its start would be below.
    const arrived = await waitFor(() => readTip(STARTED_AT + 10), { what: 'blocks to arrive' });
    await project.down();
    const { containers, networks, volumes } = await project.list();
    expect({ containers, networks }).toEqual({ containers: [], networks: [] });
    expect(volumes.length).toBeGreaterThan(0);
    await project.up();
    await waitUntilReady(project.gatewayUrl);
    const [listening = ''] = /\{"msg":"listening","network":"VRSCTEST".*\}/.exec(await project.logs('nodes')) ?? [];
    expect(JSON.parse(listening).tip.height).toBeGreaterThanOrEqual(arrived);
    // Ready is reported before accounts has to answer, and before the last blocks are indexed.
    await waitFor(async () => (await ask(`{ block(height: ${arrived}) { height } }`)).data?.block?.height === arrived, {
      what: `block ${arrived} with the same key`,
    });
    expect(await project.logs('demo-keys')).toContain('There is a test key');
  });

  test('down with its volumes leaves nothing at all', async () => {
    await project.down('--volumes');
    expect(await project.list()).toEqual({ containers: [], networks: [], volumes: [] });
  });
});
