import { createTeamKey } from '@ledgergraph/test-kit/create-team-key';
import { addressOf } from '@ledgergraph/test-kit/peers/peer';
import { memoryOf, peersHeldOn } from '@ledgergraph/test-kit/peers/process-costs';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';

export interface Listener {
  name: string;
  url: string;
  /** Answered with any status. */
  path: string;
}

export class AbusedStack {
  readonly stack: TestStack;
  readonly #pids: ReadonlyMap<string, number | undefined>;

  private constructor(stack: TestStack) {
    this.stack = stack;
    this.#pids = this.pids();
  }

  static async start(): Promise<AbusedStack> {
    // These are the limits of a deployment.
    Object.assign(process.env, { TEST_CALLS_PER_SECOND: '50', PLANNING_MS_PER_SECOND: '100' });
    return new AbusedStack(await startTestStack({ from: 'end', processes: 'one-per-role' }));
  }

  listeners(): Listener[] {
    const processes = Array.from(this.stack.running.urls, ([name, url]) => ({ name, url, path: '/livez' }));
    const behind = ['/docs', '/schema.json', '/dashboard/api/me'].flatMap((path) => [
      { ...this.gateway, path },
      ...processes.filter(({ name }) => name === 'portal-api').map((portal) => ({ ...portal, path })),
    ]);
    return [...processes, ...behind, { name: 'recorded-node', url: this.stack.node('vrsctest-a').url, path: '/' }];
  }

  /** @returns its test key */
  createTeam(name: string): Promise<string> {
    return createTeamKey(this.stack.address, name);
  }

  /** One that ended by itself has another after its restart. */
  pids(): ReadonlyMap<string, number | undefined> {
    return new Map(this.stack.running.processes.map(({ name, pid }) => [name, pid]));
  }

  ended(): string[] {
    return [...this.#pids].filter(([name, pid]) => this.pids().get(name) !== pid).map(([name]) => name);
  }

  /** Bytes. @throws Error when the process does not run */
  memory(name: string): Promise<number> {
    const pid = this.#pids.get(name);
    if (pid === undefined) throw new Error(`no process ${name}`);
    return memoryOf(pid);
  }

  async holds({ url }: Listener, peers: readonly { port: number; hasSeenEnd(): boolean }[]): Promise<boolean> {
    const held = await peersHeldOn(addressOf(url).port);
    if (held !== undefined) return peers.some(({ port }) => held.has(port));
    // Elsewhere a peer has to read to see the end.
    return peers.some((peer) => !peer.hasSeenEnd());
  }

  async answers({ url, path }: Listener): Promise<boolean> {
    const response = await fetch(`${url}${path}`, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    return response.status < 500;
  }

  get gateway(): Listener {
    return { name: 'gateway', url: this.stack.address.gatewayUrl, path: '/livez' };
  }
}
