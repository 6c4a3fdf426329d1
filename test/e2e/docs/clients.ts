import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { Fold } from '../live/fold.ts';
import { testTypes } from './client-types.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import type { Demo } from './demo.ts';
import { readBlocks } from './printed-blocks.ts';
import { writeFiles } from './run-block.ts';
import { PrintedProgram } from './run-program.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
const CLIENTS = ['graphql-ws', 'graphql-sse', 'Apollo Client', 'urql'];
/** They include the first recorded reorganisation. */
const STEPS = 8;

/** These files run here, in a folder like a reader's. */
export function testClients(demoOf: () => Demo): void {
  let folder = '';

  beforeAll(async () => {
    const pages = ['docs/live.md', 'docs/clients.md'].flatMap((page) => readBlocks(page));
    // One page refers to files of the other.
    folder = await writeFiles(demoOf(), pages);
    await cp(PROGRAMS, folder, { recursive: true });
    await run('write-api-types.js');
  });

  async function run(file: string): Promise<string> {
    const { gatewayUrl, keys } = demoOf().stack.address;
    const args = [file, `${gatewayUrl}/graphql`, keys.test];
    return (await promisify(execFile)(process.execPath, args, { cwd: folder, env: demoOf().environment })).stdout;
  }

  testTypes(() => ({ folder, demo: demoOf() }));

  test('Apollo Client keeps readings of different blocks apart, and joins the pages of lists', async () => {
    const { fetched, kept, walks } = JSON.parse(await run('apollo.js'));
    expect(new Set(fetched.map(({ address }: Untyped) => address.balance)).size).toBe(3);
    expect(kept).toEqual(fetched);
    for (const { list, whole } of Object.values<Untyped>(walks)) {
      expect(list.length).toBeGreaterThanOrEqual(4);
      expect(list).toEqual(whole);
    }
  });

  test('graphcache of urql keeps readings of different blocks apart, and complains about no type', async () => {
    const { fetched, kept, complaints } = JSON.parse(await run('urql.js'));
    expect(new Set(fetched.map(({ address }: Untyped) => address.balance)).size).toBe(3);
    expect(kept).toEqual(fetched);
    expect(complaints).toEqual([]);
  });

  test.each(CLIENTS)('%s loses no event and repeats none when its connection breaks', async (client) => {
    const events = await streamThroughBreak(demoOf(), folder, client);
    const fold = new Fold();
    for (const event of events) fold.add(event);
    expect(fold.faults).toEqual([]);
    const heights = fold.entries.map(({ height }) => height);
    expect(heights).toEqual(Array.from(heights, (_height, index) => (heights[0] ?? 0) + index));
  });
}

async function streamThroughBreak(demo: Demo, folder: string, client: string): Promise<Untyped[]> {
  const { address, node } = { address: demo.stack.address, node: demo.stack.node('vrsctest-a') };
  const proxy = await CuttingProxy.start(address.gatewayUrl);
  const command = [process.execPath, 'stream.js', client, proxy.url, address.keys.test] as const;
  const program = new PrintedProgram([...command], { cwd: folder, env: demo.environment, typed: '' });
  const events = (): Untyped[] =>
    program.output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const untilTip = (what: string): Promise<void> =>
    program.until(() => events().at(-1)?.blockHash === node.tip().hash, what);
  // The first event shows that the stream has begun, from the client's position.
  const begin = async (): Promise<boolean> => {
    if (events().length === 0) await demo.advance();
    return events().length > 0;
  };
  try {
    await waitFor(begin, { what: `the first event of ${client}` });
    await untilTip('the events before the break');
    proxy.cut();
    for (let steps = 0; steps < STEPS; steps += 1) await demo.advance();
    proxy.mend();
    await untilTip('the events behind the break');
    expect(events().filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(proxy.connections).toBeGreaterThan(1);
    return events();
  } finally {
    await program.kill();
    proxy.stop();
  }
}
