import { askAuth, problemOf } from './ask-auth.ts';

test.each([
  [{ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD', message: 'x' }, 'INVALID_INPUT', {}],
  [{ status: 422, code: 'USER_ALREADY_EXISTS' }, 'INVALID_INPUT', { email: expect.stringContaining('Sign in') }],
  [{ status: 400, code: 'INVALID_PASSWORD' }, 'INVALID_INPUT', { currentPassword: 'This is not your password.' }],
  [{ status: 403, code: 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION' }, 'FORBIDDEN', {}],
  [{ status: 401, code: 'SIGNED_OUT' }, 'SIGNED_OUT', {}],
  [{ status: 401 }, 'SIGNED_OUT', {}],
  [{ status: 401, code: 'AUTHENTICATION_FAILED', message: 'No.' }, 'INVALID_INPUT', {}],
  [
    { status: 400, code: 'INVALID_INPUT', fields: { newPassword: 'Too plain' } },
    'INVALID_INPUT',
    { newPassword: 'Too plain' },
  ],
  [{ status: 500, message: 'relation "session" does not exist' }, 'INTERNAL_ERROR', {}],
  [{ status: 502, message: 'upstream' }, 'UNAVAILABLE', {}],
])('%j is %s', (failure, code, fields) => {
  const problem = problemOf(failure);
  expect([problem.code, problem.fields]).toEqual([code, fields]);
});

test('our faults and proxies reveal nothing of their inside', () => {
  const words = [500, 502, 429].map((status) => problemOf({ status, message: 'ECONNREFUSED 10.0.0.7' }).message);
  for (const word of words) expect(word).not.toContain('ECONN');
});

test('how long to wait is passed on', () => {
  expect(problemOf({ status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: 30 }).retryAfter).toBe(30);
});

test('an answer is its data; none, and no connection, are errors', async () => {
  expect(await askAuth(async () => ({ data: { id: 1 }, error: null }))).toEqual({ id: 1 });
  await expect(askAuth(async () => ({ data: null, error: null }))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(askAuth(() => Promise.reject(new TypeError('fetch failed')))).rejects.toMatchObject({
    code: 'UNREACHABLE',
  });
});
