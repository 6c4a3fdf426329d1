import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '@ledgergraph/dashboard-api/output';
import { SessionFile } from './session-file.ts';

const ANN = { email: 'ann@example.org', cookie: 'a=1' };
let folder: string;
let file: SessionFile;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledgergraph-session-'));
  file = new SessionFile(join(folder, 'ledgergraph'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a session belongs to one origin, and is forgotten alone', async () => {
  await file.store('https://one.example', ANN);
  await file.store('https://two.example', { ...ANN, cookie: 'b=2' });
  expect(await file.find('https://one.example')).toEqual(ANN);
  expect(await file.find('https://one.example.evil')).toBeUndefined();
  await file.store('https://one.example', undefined);
  expect(await file.find('https://one.example')).toBeUndefined();
  expect(await file.find('https://two.example')).toMatchObject({ cookie: 'b=2' });
});

test('only its user can read the file, also where one that all could read was there before', async () => {
  await file.store('https://one.example', ANN);
  await writeFile(file.path, '{}', { mode: 0o644 });
  await file.store('https://one.example', ANN);
  expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'ledgergraph'))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(folder, 'ledgergraph'))).toEqual(['sessions.json']);
});

test('a file that cannot be read is a refusal that names it', async () => {
  await file.store('https://one.example', ANN);
  await writeFile(file.path, '{');
  await expect(file.find('https://one.example')).rejects.toThrow(CommandError);
});
