import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { StackClient, startTestStack, type TestStack } from './stack.ts';

const URL_VARIABLE = 'TEST_SHARED_STACK_URL';

let server: Server | undefined;
let stack: Promise<TestStack> | undefined;

/** Jest's globalSetup: one stack for all files, started when the first one asks. */
export async function offerSharedStack(): Promise<void> {
  server = createServer((_request, response) => {
    stack ??= startTestStack({ from: 'end' });
    stack.then(
      ({ address }) => response.end(JSON.stringify(address)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port for the shared stack');
  process.env[URL_VARIABLE] = `http://127.0.0.1:${address.port}`;
}

export async function stopSharedStack(): Promise<void> {
  server?.close();
  await (await stack)?.stop();
}

/** Both recordings, synced to their ends, which do not move. A test may change only API keys of its own. */
export async function sharedStack(): Promise<StackClient> {
  const url = process.env[URL_VARIABLE];
  if (url === undefined) throw new Error('No shared stack in this run: it belongs to Jest project "e2e"');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the shared stack did not start: ${await response.text()}`);
  return new StackClient((await response.json()) as StackClient['address']);
}
