import { postOperation } from '@ledgergraph/test-kit/client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { waitUntilReady } from '../stack/start-installation.ts';
import { ComposeProject } from './compose-project.ts';

/** Without a client of Compose, the run reports it, and these tests count as skipped. */
const COMMAND = JSON.parse(process.env.TEST_COMPOSE ?? 'null') as string[] | null;
/** Default of docker-compose.yml. */
const STARTED_AT = 400;
const TIMEOUT_MS = 900_000;
const describeWhereThereIsCompose = COMMAND === null ? describe.skip : describe;

const HEIGHTS = '{ syncState { lastBlockHeight chainTipHeight } }';
/** A question for each area, and what has to be in the answer. */
const AREAS = [
  ['blocks', '{ block(height: 100) { height transactions(limit: 1) { transactions { txid } } } }', '"txid":"'],
  ['identities', '{ identities(limit: 1) { identities { friendlyName status } } }', '"friendlyName":"'],
  ['currencies', '{ currencies(limit: 1) { currencies { name state { supply } } } }', '"name":"'],
  [
    'addresses',
    '{ currencies { currencies { richList(limit: 1) { entries { balance address { address } } } } } }',
    '"address":"',
  ],
  ['networks', HEIGHTS, '"chainTipHeight":'],
] as const;

describeWhereThereIsCompose('docker-compose.yml, by Compose itself', () => {
  let project: ComposeProject;
  let keys: { live: string; test: string };

  const ask = (query: string, key = keys.test) => postOperation(project.gatewayUrl, key, query);
  /** Once both are printed: the gateway may be ready before they are made. */
  const readKeys = async (): Promise<typeof keys | undefined> => {
    const log = await project.logs('demo-keys');
    const [live, test] = ['live', 'test'].map((environment) => new RegExp(`${environment} key: (\\w+)`).exec(log)?.[1]);
    return live === undefined || test === undefined ? undefined : { live, test };
  };
  /** The node's tip, once it is as high as that. */
  const readTip = async (height: number): Promise<number | undefined> => {
    const tip: number = (await ask(HEIGHTS)).data.syncState.chainTipHeight;
    return tip < height ? undefined : tip;
  };

  beforeAll(async () => {
    project = await ComposeProject.create(COMMAND ?? []);
    const startedAt = performance.now();
    await project.up();
    await waitUntilReady(project.gatewayUrl);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    process.stderr.write(`${COMMAND?.join(' ')} up: ready after ${seconds} s\n`);
    keys = await waitFor(() => readKeys(), { what: 'the demo keys to be printed' });
    // The gateway is ready without accounts, which may come last among twenty containers.
    await waitFor(async () => (await ask(HEIGHTS)).status === 200, { what: 'accounts to know the demo keys' });
  }, TIMEOUT_MS);
  afterAll(() => project?.remove(), TIMEOUT_MS);

  test.each(AREAS)('%s answers with the demo keys', async (_area, query, part) => {
    for (const key of [keys.test, keys.live]) {
      const { status, errors, data } = await ask(query, key);
      expect({ status, errors }).toEqual({ status: 200, errors: [] });
      expect(JSON.stringify(data)).toContain(part);
    }
  });

  test('a key that was never made is refused, and the dashboard is there', async () => {
    expect(await ask(HEIGHTS, `${keys.test.slice(0, -4)}aaaa`)).toMatchObject({
      status: 401,
      errors: [{ extensions: { code: 'UNAUTHORIZED' } }],
    });
    const dashboard = await fetch(`${project.gatewayUrl}/dashboard`);
    expect([dashboard.status, dashboard.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching('text/html'),
    ]);
  });

  test(
    'down leaves nothing but the volumes; up again, keys work and every chain goes on where it was',
    async () => {
      // The same key and the same node: a chain that begins again at its start would be below.
      const arrived = await waitFor(() => readTip(STARTED_AT + 10), { what: 'blocks to arrive' });
      await project.down();
      const { containers, networks, volumes } = await project.list();
      expect({ containers, networks }).toEqual({ containers: [], networks: [] });
      expect(volumes.length).toBeGreaterThan(0);
      await project.up();
      await waitUntilReady(project.gatewayUrl);
      const [listening = ''] = /\{"msg":"listening".*\}/.exec(await project.logs('node-vrsctest')) ?? [];
      expect(JSON.parse(listening).tip.height).toBeGreaterThanOrEqual(arrived);
      // Ready is reported before accounts has to answer, and before what arrived last is indexed.
      await waitFor(
        async () => (await ask(`{ block(height: ${arrived}) { height } }`)).data?.block?.height === arrived,
        {
          what: `block ${arrived} with the key of before`,
        },
      );
      expect(await project.logs('demo-keys')).toContain('There is a test key');
    },
    TIMEOUT_MS,
  );

  test(
    'down with its volumes leaves nothing at all',
    async () => {
      await project.down('--volumes');
      expect(await project.list()).toEqual({ containers: [], networks: [], volumes: [] });
    },
    TIMEOUT_MS,
  );
});
