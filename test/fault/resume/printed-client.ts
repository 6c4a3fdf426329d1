import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inRepository } from '@ledgergraph/local/repository';
import type { Untyped } from '@ledgergraph/test-kit/client';

const FILES = ['resuming.js', 'over-web-socket.js', 'over-server-sent-events.js'] as const;

/** Arguments: the transport, the URL, the key, and subscriptions as JSON. */
const PROGRAM = `
import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import WebSocket from 'ws';
import { connectWebSocket } from './over-web-socket.js';
import { connectServerSentEvents } from './over-server-sent-events.js';

const [transport, url, key, subscriptions] = process.argv.slice(2);
const client =
  transport === 'sse'
    ? connectServerSentEvents(url + '/graphql', key)
    : connectWebSocket(url.replace('http', 'ws') + '/graphql', key, WebSocket);
const apollo = new ApolloClient({ link: new GraphQLWsLink(client), cache: new InMemoryCache() });
// The end of whoever started it is its end.
process.stdin.resume().on('end', () => process.exit());
const print = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
for (const request of JSON.parse(subscriptions)) {
  const sink = {
    next: ({ data, errors }) => print({ data, errors }),
    error: (error) => print({ ended: String(error?.code ?? JSON.stringify(error)) }),
    complete: () => print({ ended: 'complete' }),
  };
  const { query, variables } = request;
  if (transport !== 'apollo') client.subscribe(request, sink);
  else {
    // Apollo Client makes a last result of an error, and completes.
    const next = ({ data, error }) => print(error === undefined ? { data } : { ended: JSON.stringify(error) });
    apollo.subscribe({ query: gql(query), variables, fetchPolicy: 'no-cache' }).subscribe({ ...sink, next, complete() {} });
  }
}
`;

/** As they stand on the page. */
export async function writePrintedClient(folder: string): Promise<void> {
  const page = readFileSync(inRepository('docs', 'live.md'), 'utf8');
  const blocks = [...page.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)];
  for (const name of FILES) {
    const [, , text] = blocks.find(([, file]) => file === name) ?? [];
    if (text === undefined) throw new Error(`docs/live.md prints no ${name}`);
    await writeFile(join(folder, name), text);
  }
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'watch.js'), PROGRAM);
  await symlink(inRepository('node_modules'), join(folder, 'node_modules'));
}

export interface PrintedClientOptions {
  folder: string;
  /** `apollo`: Apollo Client over the client of WebSockets. */
  transport: 'sse' | 'ws' | 'apollo';
  url: string;
  key: string;
  subscriptions: readonly { query: string; variables?: Record<string, unknown> }[];
}

export class PrintedClient {
  readonly transport: string;
  /** In order, by root field. */
  readonly events = new Map<string, Untyped[]>();
  readonly ended: string[] = [];
  readonly faults: string[] = [];
  readonly #child: ChildProcess;
  received = 0;

  constructor({ folder, transport, url, key, subscriptions }: PrintedClientOptions) {
    this.transport = transport;
    const args = [join(folder, 'watch.js'), transport, url, key, JSON.stringify(subscriptions)];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    createInterface({ input: child.stdout }).on('line', (line) => this.#take(JSON.parse(line)));
    createInterface({ input: child.stderr }).on('line', (line) => this.faults.push(line));
    this.#child = child;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    await ended;
  }

  #take({ data, errors, ended }: Untyped): void {
    if (ended !== undefined) return void this.ended.push(ended);
    if (errors !== undefined || data === null) return void this.faults.push(JSON.stringify({ data, errors }));
    this.received += 1;
    for (const [field, event] of Object.entries(data)) {
      const all = this.events.get(field) ?? [];
      all.push(event);
      this.events.set(field, all);
    }
  }
}
