import type { Command } from 'commander';
import { createProgram } from './program.ts';
import { runProgram } from './run-program.ts';

/** Returns the output of a command that must fail before it reaches a database. */
async function runRefused(args: string[]): Promise<{ code: number; err: string }> {
  let err = '';
  const spy = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  try {
    // A folder without a stack: a command that were understood would fail with another code.
    return { code: await runProgram(['--data', '/nowhere', ...args]), err };
  } finally {
    spy.mockRestore();
  }
}

test.each([
  ['nothing', [], 'Usage:'],
  ['an unknown command', ['kegs'], "unknown command 'kegs'"],
  ['a group alone', ['teams', 'members'], 'Usage:'],
  ['too much', ['keys', 'list', 'x'], 'too many arguments'],
  ['an unknown option', ['keys', 'list', '--jason'], 'unknown option'],
  ['a key of neither environment', ['keys', 'create'], 'give --live or --test'],
  ['a key of both environments', ['keys', 'create', '--live', '--test'], 'cannot be used with'],
  [
    'a key of a user and of a team',
    ['keys', 'create', '--live', '--user', 'a@b.c', '--team', 't'],
    'cannot be used with',
  ],
  [
    'a plan for a team that exists',
    ['keys', 'create', '--live', '--plan', 'pro', '--team', 't'],
    'cannot be used with',
  ],
  ['a date that does not exist', ['keys', 'create', '--live', '--expires', '2030-02-30'], 'such as 2030-12-31'],
  ['an invalid address', ['keys', 'create', '--live', '--user', 'ann'], 'e-mail'],
  ['an empty name', ['keys', 'create', '--live', '--name', ' '], '1 to 64'],
  ['a name of two lines', ['keys', 'create', '--live', '--name', 'a\nb'], 'no line breaks'],
  ['an invalid network', ['keys', 'create', '--live', '--allow', '203.0.113.0/33'], 'neither an IP address nor'],
  ['a change of nothing', ['keys', 'change', 'abcd'], 'name what to change'],
  ['a change both ways', ['keys', 'change', 'abcd', '--allow', '10.0.0.1', '--allow-any'], 'cannot be used with'],
  ['a grace without unit', ['keys', 'rotate', 'abcd', '--grace', '24'], '24h'],
  ['a grace of months', ['keys', 'rotate', 'abcd', '--grace', '31d'], 'at most 30d'],
  ['no key', ['keys', 'revoke'], 'missing required argument'],
  ['a user without address', ['users', 'create', 'ann'], 'e-mail'],
  ['a deletion without a user', ['users', 'delete'], 'missing required argument'],
  ['a team without owner', ['teams', 'create', 'Acme'], '--owner'],
  ['an unknown role', ['teams', 'members', 'add', 't', 'a@b.c', '--role', 'boss'], 'owner, admin, member'],
  ['no role', ['teams', 'members', 'set-role', 't', 'a@b.c'], '--role'],
  ['a plan without limits', ['plans', 'create', 'gold'], '--calls-per-month'],
  [
    'a plan of an odd name',
    ['plans', 'create', 'Gold!', '--calls-per-month', '1', '--calls-per-second', '1'],
    'a letter first',
  ],
  ['half a call', ['plans', 'change', 'free', '--calls-per-month', '0.5'], 'whole number'],
  ['no calls at all', ['plans', 'change', 'free', '--calls-per-second', '0'], 'whole number'],
  ['more calls than can be counted', ['plans', 'change', 'free', '--calls-per-month', '9'.repeat(18)], 'at most'],
  ['a plan that stays as it is', ['plans', 'change', 'free'], 'name what to change'],
  ['an invalid day', ['usage', '--from', 'yesterday'], 'such as 2030-12-31'],
  ['usage by something else', ['usage', '--by', 'mood'], 'day, key, status'],
  ['a record of nothing', ['audit', '--limit', '0'], '1 to 10000'],
])('%s is not understood: exit code 2, a plain sentence, and where to read on', async (_what, args, message) => {
  const { code, err } = await runRefused(args);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err).not.toMatch(/^ +at /m);
});

test('help is no fault', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await runProgram(['keys', 'rotate', '--help']);
  const text = write.mock.calls.flat().join('');
  write.mockRestore();
  expect(code).toBe(0);
  expect(text).toContain('--grace');
  expect(text).toContain('Which database');
});

/** Every option and argument of every command, each with a text that cannot be stored. */
function listGiven(command: Command, path: readonly string[]): string[][] {
  const given = [
    ...command.registeredArguments.map((argument) => [...path, argument.required ? 'a\0' : '\ud800']),
    ...command.options
      .filter(({ required, optional }) => required || optional)
      .flatMap(({ long }) => [
        [...path, `${long}`, 'a\0'],
        [...path, `${long}=a\ud800`],
      ]),
  ];
  return [...given, ...command.commands.flatMap((below) => listGiven(below, [...path, below.name()]))];
}

test('a text that cannot be stored is refused at every option and argument', async () => {
  const all = listGiven(createProgram(), []);
  expect(all).toEqual(
    expect.arrayContaining([
      ['keys', 'create', '--name', 'a\0'],
      ['teams', 'create', 'a\0'],
    ]),
  );
  for (const args of all) {
    const { code, err } = await runRefused(args);
    expect({ args, code, err }).toEqual({ args, code: 2, err: expect.stringContaining('NUL') });
  }
});
