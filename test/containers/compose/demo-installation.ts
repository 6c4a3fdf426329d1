import { type GraphqlAnswer, postOperation } from '@ledgergraph/test-kit/client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { waitUntilReady } from '../stack/start-installation.ts';
import { ComposeProject } from './compose-project.ts';

/** null without a client of Compose; its tests then count as skipped. */
export const COMMAND = JSON.parse(process.env.TEST_COMPOSE ?? 'null') as string[] | null;

/** `describe` is looked up at each call, since the files of a worker share this module. */
export function describeWhereThereIsCompose(name: string, tests: () => void): void {
  if (COMMAND === null) describe.skip(name, tests);
  else describe(name, tests);
}

export const HEIGHTS = '{ syncState { lastBlockHeight chainTipHeight } }';
export const AREAS = [
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

export interface DemoKeys {
  live: string;
  test: string;
}

export class DemoInstallation {
  readonly project: ComposeProject;
  #keys: DemoKeys = { live: '', test: '' };

  private constructor(project: ComposeProject) {
    this.project = project;
  }

  /** Waits until it answers. @param profiles in place of those of .env */
  static async start(profiles: readonly string[] = []): Promise<DemoInstallation> {
    const project = await ComposeProject.create(COMMAND ?? [], profiles);
    const installation = new DemoInstallation(project);
    try {
      const startedAt = performance.now();
      await project.up();
      await waitUntilReady(project.gatewayUrl);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      process.stderr.write(`${[...(COMMAND ?? []), ...profiles].join(' ')} up: ready after ${seconds} s\n`);
      installation.#keys = await waitFor(() => readKeys(project), { what: 'the demo keys to be printed' });
      // The gateway is ready without accounts, which may come last.
      await waitFor(async () => (await installation.ask(HEIGHTS)).status === 200, {
        what: 'accounts to know the demo keys',
      });
      return installation;
    } catch (error) {
      await project.remove();
      throw error;
    }
  }

  get keys(): Readonly<DemoKeys> {
    return this.#keys;
  }

  ask(query: string, key = this.#keys.test): Promise<GraphqlAnswer> {
    return postOperation(this.project.gatewayUrl, key, query);
  }
}

/** undefined until both are printed: the gateway may be ready before they are made. */
async function readKeys(project: ComposeProject): Promise<DemoKeys | undefined> {
  const log = await project.logs('demo-keys');
  const [live, test] = ['live', 'test'].map((environment) => new RegExp(`${environment} key: (\\w+)`).exec(log)?.[1]);
  return live === undefined || test === undefined ? undefined : { live, test };
}
