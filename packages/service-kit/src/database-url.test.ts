import { databaseName, databaseUrl, parseDatabaseUrl, withDatabase } from './database-url.ts';

const SEVERAL =
  'postgresql://ann:s%40fe@a:5432,b:5433,[::1]/blocks?target_session_attrs=read-write&sslmode=verify-full&connect_timeout=7';

test('a connection string with several hosts is read as one string for each, in their order', () => {
  expect(parseDatabaseUrl(SEVERAL)).toEqual({
    servers: [
      'postgresql://ann:s%40fe@a:5432/blocks?sslmode=verify-full',
      'postgresql://ann:s%40fe@b:5433/blocks?sslmode=verify-full',
      'postgresql://ann:s%40fe@[::1]/blocks?sslmode=verify-full',
    ],
    target: 'read-write',
    connectTimeoutMs: 7_000,
  });
});

test.each(['postgres://ann:safe@a/blocks', 'postgresql://a:1/blocks', 'postgresql:///blocks?host=%2Frun%2Fpostgresql'])(
  '%s names one server, in any role',
  (setting) => {
    expect(parseDatabaseUrl(setting)).toMatchObject({ servers: [setting], target: 'any' });
  },
);

test('a server is waited for longer where no other one can be asked', () => {
  const waits = ['a', 'a?target_session_attrs=read-write', 'a,b?target_session_attrs=any', 'a?connect_timeout=4'].map(
    (rest) =>
      parseDatabaseUrl(`postgresql://ann:safe@${rest.replace(/\?|$/, (end) => `/blocks${end}`)}`).connectTimeoutMs,
  );
  expect(waits).toEqual([10_000, 3_000, 3_000, 4_000]);
});

test.each([
  ['mysql://ann:hunter2@a/blocks', 'postgresql://'],
  ['ann:hunter2', 'postgresql://'],
  ['postgresql://ann:hunter2@a:1,b:70000/blocks?target_session_attrs=any', 'host 2 must'],
  ['postgresql://ann:hunter2@a:1,,c/blocks?target_session_attrs=any', 'host 2 must'],
  ['postgresql://ann:hunter2@a,b c/blocks?target_session_attrs=any', 'host 2 must'],
  ['postgresql://ann:hunter2@a,b/blocks', 'several hosts need target_session_attrs'],
  ['postgresql://ann:hunter2@a/blocks?target_session_attrs=master', 'must be one of any, read-write'],
  ['postgresql://ann:hunter2@a/blocks?connect_timeout=0', 'connect_timeout must be'],
])('the fault of %s is named without its password', (setting, fault) => {
  const messages = databaseUrl.safeParse(setting).error?.issues.map(({ message }) => message) ?? [];
  expect(messages).toEqual([expect.stringContaining(fault)]);
  expect(messages.join()).not.toContain('hunter2');
  expect(() => parseDatabaseUrl(setting)).toThrow(messages[0]);
});

test('another database of the same servers keeps hosts and parameters', () => {
  expect(withDatabase(SEVERAL, 'post gres')).toBe(SEVERAL.replace('/blocks', '/post%20gres'));
  expect(databaseName(withDatabase(SEVERAL, 'post gres'))).toBe('post gres');
});
