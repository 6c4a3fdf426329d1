import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { generateWhenChanged } from './generate-when-changed.ts';

test('generates once for each content, and again after a failure', async () => {
  const folder = await temporaryFolder();
  const input = join(folder, 'input');
  let runs = 0;
  let isBroken = false;
  const generate = (): Promise<boolean> =>
    generateWhenChanged({
      inputs: [input],
      words: ['version 1'],
      stampFile: join(folder, 'out', '.inputs'),
      run: async () => {
        runs += 1;
        if (isBroken) throw new Error('broken');
      },
    });
  await writeFile(input, 'a');
  expect([await generate(), await generate()]).toEqual([true, false]);
  await writeFile(input, 'b');
  isBroken = true;
  await expect(generate()).rejects.toThrow('broken');
  isBroken = false;
  expect(await generate()).toBe(true);
  expect(runs).toBe(3);
});
