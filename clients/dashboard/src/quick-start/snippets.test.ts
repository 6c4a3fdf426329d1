import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { curlSnippet, FIRST_QUERY, fetchSnippet, pythonSnippet } from './snippets.ts';

// Runs the snippets against a server that notes its requests.
const run = promisify(execFile);
const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

let endpoint: string;
let asked: { method: string | undefined; authorization: string | undefined; query: string }[] = [];
const server = createServer(async (request, response) => {
  const { query } = (await json(request)) as { query: string };
  asked.push({ method: request.method, authorization: request.headers.authorization, query: squeeze(query) });
  response.setHeader('content-type', 'application/json').end('{"data":{"networks":[{"name":"VRSC"}]}}');
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});
afterAll(() => {
  server.close();
});

test.each([
  ['curl', (code: string) => run('bash', ['-c', code])],
  ['fetch', (code: string) => run(process.execPath, ['--input-type=module', '-e', code])],
  ['python', (code: string) => run('python3', ['-c', code])],
] as const)('%s runs as it stands, and asks the first query with the key', async (language, execute) => {
  const write = { curl: curlSnippet, fetch: fetchSnippet, python: pythonSnippet }[language];
  asked = [];
  const { stdout } = await execute(write({ endpoint, key: 'lg_test_abc' }));
  expect(stdout).toContain('VRSC');
  expect(asked).toEqual([{ method: 'POST', authorization: 'Bearer lg_test_abc', query: squeeze(FIRST_QUERY) }]);
});
