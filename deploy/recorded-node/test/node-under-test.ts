import { recordingDir } from '#/recording.ts';
import { type RecordedNode, type RecordedNodeOptions, startRecordedNode } from '#/start-recorded-node.ts';

export const CREDENTIALS = { user: 'ledger', password: 'graph' };

export class NodesUnderTest {
  readonly #nodes: RecordedNode[] = [];

  /** Default: `vrsctest-a`, at its recorded tip. */
  async start(options: Partial<RecordedNodeOptions> = {}): Promise<RecordedNode> {
    const defaults = { recordingDir: recordingDir('vrsctest-a'), from: 'end' } as const;
    const node = await startRecordedNode({ ...defaults, ...CREDENTIALS, ...options });
    this.#nodes.push(node);
    return node;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#nodes.splice(0).map((node) => node.stop()));
  }
}

export interface Posted {
  status: number;
  type: string | null;
  text: string;
}

export async function post({ url }: { url: string }, body: string, password = CREDENTIALS.password): Promise<Posted> {
  const authorization = `Basic ${Buffer.from(`${CREDENTIALS.user}:${password}`).toString('base64')}`;
  const response = await fetch(url, { method: 'POST', body, headers: { authorization } });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

export interface Reply<Result> {
  status: number;
  result: Result;
  error: { code: number; message: string } | null;
}

export async function call<Result>(
  node: { url: string },
  method: string,
  ...params: unknown[]
): Promise<Reply<Result>> {
  const { status, text } = await post(node, JSON.stringify({ id: 1, method, params }));
  return { status, ...JSON.parse(text) };
}

export async function untilHeard(node: RecordedNode, ...topics: ('hashblock' | 'hashtx' | 'rawtx')[]): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!topics.every((topic) => node.isHeard(topic))) {
    if (Date.now() > deadline) throw new Error(`no subscription to ${topics.join(', ')} arrives`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
