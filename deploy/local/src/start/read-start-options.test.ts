import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { inRepository } from '#/repository.ts';
import { readStartOptions } from './read-start-options.ts';

function refuse(flags: string[]): string {
  let printed = '';
  const write = (text: string): void => {
    printed += text;
  };
  expect(readStartOptions(flags, write)).toBe(1);
  return printed;
}

const recording = inRepository('test', 'recordings', 'pchain-a');

async function file(): Promise<string> {
  const path = join(await temporaryFolder(), 'networks.yaml');
  await writeFile(path, 'networks: []\n');
  return path;
}

test('without flags, a test network and two live ones run where a newcomer looks', () => {
  expect(readStartOptions([])).toEqual({
    dataDir: inRepository('.ledgergraph'),
    port: 4000,
    recordings: ['vrsctest-a', 'vrsc-generated', 'island-generated'].map((name) =>
      inRepository('test', 'recordings', name),
    ),
    from: undefined,
    intervalMs: 2000,
    continues: true,
    networksFile: undefined,
    reset: false,
    processes: 'few',
  });
});

test('every flag is taken', () => {
  const flags = [
    '--recording',
    recording,
    '--recording',
    recording,
    '--from',
    'end',
    '--interval',
    '0',
    '--data',
    '/data',
    '--port',
    '2',
    '--at-end',
    'stand',
    '--reset',
  ];
  expect(readStartOptions(flags)).toMatchObject({
    recordings: [recording, recording],
    from: 'end',
    intervalMs: 0,
    continues: false,
    dataDir: '/data',
    port: 2,
    reset: true,
  });
  expect(readStartOptions(['--from', '0'])).toMatchObject({ from: 0 });
});

test('real nodes instead of recorded ones', async () => {
  const networksFile = await file();
  expect(readStartOptions(['--networks', networksFile])).toMatchObject({ networksFile });
  expect(refuse(['--networks', networksFile, '--from', '5'])).toContain('--networks is about real nodes');
});

test.each([
  ['--port 0', 'whole number of at least 1 and at most 65535'],
  ['--port 70000', 'whole number'],
  ['--port 4000x', 'whole number'],
  ['--port 4190', 'Browsers and fetch refuse to connect to this port'],
  ['--from -1', 'whole number of at least 0.'],
  ['--from tip', 'whole number'],
  ['--interval 1.5', 'whole number'],
  ['--recording /nowhere', 'no meta.json'],
  ['--networks /nowhere.yaml', 'no such file'],
  ['--unknown', 'unknown option'],
  ['word', 'too many arguments'],
])('%s is refused, naming it', (flags, reason) => {
  const printed = refuse(flags.split(' '));
  expect(printed).toContain(flags.split(' ')[0]);
  expect(printed).toContain(reason);
  expect(printed).toContain('--help');
});

test('--help lists every flag and is no failure', () => {
  let printed = '';
  const write = (text: string): void => {
    printed += text;
  };
  expect(readStartOptions(['--help'], write)).toBe(0);
  for (const flag of ['--recording', '--from', '--interval', '--data', '--port', '--networks', '--reset'])
    expect(printed).toContain(flag);
});
