import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { inRepository } from '#/repository.ts';
import { readRecording } from './read-recording.ts';

const recordings = inRepository('test', 'recordings');

test('starts shortly before the first reorganisation that was recorded', async () => {
  expect(await readRecording(join(recordings, 'vrsctest-a'))).toMatchObject({
    networkName: 'VRSCTEST',
    environment: 'TESTNET',
    startHeight: 405,
  });
});

test('without reorganisations, starts well below the tip', async () => {
  expect(await readRecording(join(recordings, 'pchain-a'))).toMatchObject({ networkName: 'pchain', startHeight: 324 });
});

test('starts at the height that the recording names', async () => {
  const generated = await Promise.all(
    ['vrsc-generated', 'island-generated'].map((name) => readRecording(join(recordings, name))),
  );
  // As far below both tips: their blocks were made side by side.
  expect(generated.map(({ tipHeight, startHeight }) => tipHeight - startHeight)).toEqual([100, 100]);
});

test('refuses a folder that is no recording, in words', async () => {
  const dir = join(await temporaryFolder(), 'copy');
  await cp(join(recordings, 'pchain-a'), dir, { recursive: true });
  await writeFile(join(dir, 'meta.json'), '{"chainId":"i1"}');
  await expect(readRecording(dir)).rejects.toThrow('lacks one of chainId, name');
  await rm(join(dir, 'meta.json'));
  await expect(readRecording(dir)).rejects.toThrow('is not a recording');
});
