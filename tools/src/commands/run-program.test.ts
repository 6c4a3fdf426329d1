import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';
import { runProgram } from './run-program.ts';

// 7 with a nats-server, else 8; and one more for each argument.
const PROGRAM = `
import { accessSync, constants } from 'node:fs';
let code = 7 + process.argv.length - 2;
try { accessSync(process.env.TEST_NATS_SERVER ?? '', constants.X_OK); } catch { code += 1; }
process.exit(code);
`;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ledgergraph-program-'));
  await writeFile(join(dir, 'program.mjs'), PROGRAM);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('a program gets its arguments and, where it runs services, a nats-server; its exit code is ours', async () => {
  const file = relative(repositoryDir, join(dir, 'program.mjs'));
  expect(await runProgram(file, { services: true })([])).toBe(7);
  expect(await runProgram(file, { services: true })(['--seed', '3'])).toBe(9);
});
