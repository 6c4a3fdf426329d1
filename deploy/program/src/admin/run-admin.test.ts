import { runAdmin } from './run-admin.ts';

async function runRefused(args: string[]): Promise<{ code: number; err: string }> {
  let err = '';
  const spy = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  try {
    // In a folder without a stack, a valid command would fail with another code.
    return { code: await runAdmin(['--data', '/nowhere', ...args]), err };
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
  ['a date that does not exist', ['keys', 'create', '--live', '--expires', '2030-02-30'], '2030-12-31'],
  ['a change both ways', ['keys', 'change', 'abcd', '--allow', '10.0.0.1', '--allow-any'], 'cannot be used with'],
  ['a grace without unit', ['keys', 'rotate', 'abcd', '--grace', '24'], '24h'],
  ['no key', ['keys', 'revoke'], 'missing required argument'],
  ['a deletion without a user', ['users', 'delete'], 'missing required argument'],
  ['a team without owner', ['teams', 'create', 'Acme'], '--owner'],
  ['an unknown role', ['teams', 'members', 'add', 't', 'a@b.c', '--role', 'boss'], 'owner, admin, member'],
  ['no role', ['teams', 'members', 'set-role', 't', 'a@b.c'], '--role'],
  ['a plan without limits', ['plans', 'create', 'gold'], '--calls-per-month'],
  ['half a call', ['plans', 'change', 'free', '--calls-per-month', '0.5'], 'whole number'],
  ['no calls at all', ['plans', 'change', 'free', '--calls-per-second', '0'], 'whole number'],
  ['a plan that stays as it is', ['plans', 'change', 'free'], 'name what to change'],
  ['an invalid day', ['usage', '--from', 'yesterday'], 'such as 2030-12-31'],
  ['usage by something else', ['usage', '--by', 'mood'], 'day, key, status'],
  ['a record of nothing', ['audit', '--limit', '0'], '1 to 1000'],
])('%s is not understood: exit code 2, a plain sentence, and where to read on', async (_what, args, message) => {
  const { code, err } = await runRefused(args);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err).not.toMatch(/^ +at /m);
});

test('help is no fault', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await runAdmin(['keys', 'rotate', '--help']);
  const text = write.mock.calls.flat().join('');
  write.mockRestore();
  expect(code).toBe(0);
  expect(text).toContain('--grace');
  expect(text).toContain('LEDGERGRAPH_OPERATOR_TOKEN');
});
