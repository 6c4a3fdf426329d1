import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';

const DEPLOYED = '{gateway,services/*,packages/*,deploy/*}/src/**/*.ts';
/** Test parts beside what they imitate, and a probe that accepts no connection. */
const NO_LISTENER = [/\.test\.ts$/, /\/scripted-node\.ts$/, /\/find-free-port\.ts$/];
const KIT = 'packages/service-kit/src/http/create-http-server.ts';

const MAKES_FASTIFY = /import (?!type)[^;]*\bfastify\b[^;]* from 'fastify'/;
const MAKES_SERVER =
  /import (?!type)[^;]*\b(createServer|createSecureServer)\b[^;]* from 'node:(http|https|http2|net|tls)'/;
const MAKES_WEB_SOCKETS = /new WebSocketServer\(/;

test('every listener is made where its sockets get an error listener and a deadline', async () => {
  const files = globSync(DEPLOYED, { cwd: repositoryDir, exclude: (name) => name.includes('node_modules') });
  expect(files.length).toBeGreaterThan(300);
  const faults: string[] = [];
  let found = 0;
  for (const file of files.filter((path) => !NO_LISTENER.some((pattern) => pattern.test(path)))) {
    const text = await readFile(join(repositoryDir, file), 'utf8');
    if (MAKES_FASTIFY.test(text)) {
      found += 1;
      if (file !== KIT) faults.push(`${file}: makes a server of its own; createHttpServer of service-kit does`);
    }
    if (MAKES_SERVER.test(text)) {
      found += 1;
      const isGuarded = text.includes('guardSockets(') && text.includes('.setTimeout(');
      if (!isGuarded)
        faults.push(`${file}: its sockets have no error listener (guardSockets) or no deadline (setTimeout)`);
    }
    if (MAKES_WEB_SOCKETS.test(text)) {
      found += 1;
      if (!text.includes('noServer: true')) faults.push(`${file}: opens a port beside the process's server`);
    }
  }
  expect(faults).toEqual([]);
  // The kit, the recorded node and the WebSockets: the patterns still work.
  expect(found).toBeGreaterThanOrEqual(3);
});
