import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { busPassword, loadSecrets } from './secrets.ts';

async function secretsFile(): Promise<string> {
  return join(await temporaryFolder(), 'secrets.json');
}

test('are made once, differ from each other, and only their owner may read them', async () => {
  const file = await secretsFile();
  const secrets = await loadSecrets(file);
  expect(new Set(Object.values(secrets)).size).toBe(7);
  expect(await loadSecrets(file)).toEqual(secrets);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('one that is missing is added to the others', async () => {
  const file = await secretsFile();
  await writeFile(file, JSON.stringify({ keyPepper: 'kept' }));
  const secrets = await loadSecrets(file);
  expect(secrets.keyPepper).toBe('kept');
  expect(secrets.internalSecret).toHaveLength(48);
  expect(secrets.webhookSecretKey).toHaveLength(48);
  expect(await loadSecrets(file)).toEqual(secrets);
});

test('a damaged file is named, not replaced: what it held is in use', async () => {
  const file = await secretsFile();
  await writeFile(file, '{"keyPep');
  await expect(loadSecrets(file)).rejects.toThrow(`${file} is damaged`);
});

test('each service has a password of its own at the broker, the same at each start', () => {
  const secrets = { busSecret: 'a' };
  expect(busPassword(secrets, 'blocks')).toBe(busPassword(secrets, 'blocks'));
  expect(busPassword(secrets, 'blocks')).not.toBe(busPassword(secrets, 'gateway'));
  expect(busPassword({ busSecret: 'b' }, 'blocks')).not.toBe(busPassword(secrets, 'blocks'));
});
