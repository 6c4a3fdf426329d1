import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

let answer: { status: number; type: string; text: string };
let asked: string[];
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response
      .writeHead(answer.status, { 'content-type': answer.type, location: 'http://127.0.0.1:1/' })
      .end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  asked = [];
});

async function run(...args: string[]) {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  try {
    const code = await runProgram(['--url', url, ...args]);
    return { code, out: written.stdout, err: written.stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

test.each([
  [503, 'application/json', '{"error":{"code":"UNAVAILABLE","message":"Later."}}', 'error: Later.'],
  [502, 'text/html', '<html>proxy 10.0.0.7</html>', 'The server is not ready'],
  [302, 'text/html', '', 'The server cannot be reached'],
  [401, 'application/json', '{"error":{"code":"SIGNED_OUT","message":"x"}}', 'ledgergraph login'],
  [200, 'text/html', '<html>', 'The server is not ready'],
])('an answer %i %s is a refusal with a reason for people', async (status, type, text, reason) => {
  answer = { status, type, text };
  const { code, out, err } = await run('webhooks', 'list');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(reason);
  expect(err).not.toMatch(/10\.0\.0\.7|\bat .*\.ts/);
});

test('--version prints the version of the repository, and asks nothing of the server', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
  expect(await run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  expect(asked).toEqual([]);
});

test.each([[['keys', 'create']], [['webhooks', 'replay', 'x', '--from-height', 'y']], [['--url', 'x:y', 'nothing']]])(
  'invalid arguments ask nothing of the server: %j',
  async (args) => {
    expect((await run(...args)).code).toBe(2);
    expect(asked).toEqual([]);
  },
);

test('a key that is refused ends listening with the reason of the gateway', async () => {
  answer = { status: 401, type: 'application/json', text: '{"errors":[{"message":"The key is unknown."}]}' };
  const args = ['--subscription', 'subscription { x }', '--forward-to', 'http://127.0.0.1:1/'];
  process.env.LEDGERGRAPH_KEY = 'lg_test_x';
  const { code, err } = await run('webhooks', 'listen', ...args);
  expect([code, err]).toEqual([1, 'error: The key is unknown.\n']);
  expect(asked).toEqual(['POST /graphql']);
});

test('no argument is a key, where a list of processes would show it', async () => {
  expect((await run('--key', 'lg_test_x', 'whoami')).code).toBe(2);
  expect(asked).toEqual([]);
});

test.each(['http://api.example.org', 'http://10.0.0.9:4000', 'http://127.0.0.1.example.org', 'http://[2001:db8::1]'])(
  'no password, session or key leaves the machine unencrypted: %s',
  async (origin) => {
    const connected = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'));
    for (const command of [['login', 'ann@example.org'], ['whoami']]) {
      const { code, err } = await run('--url', origin, ...command);
      expect([code, err]).toEqual([1, expect.stringContaining('--insecure')]);
    }
    expect(connected).not.toHaveBeenCalled();
    const { err } = await run('--url', origin, '--insecure', 'whoami');
    expect([err, connected.mock.calls.length]).toEqual([expect.stringContaining('cannot be reached'), 1]);
    connected.mockRestore();
  },
);
