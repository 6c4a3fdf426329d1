import { isTransient, messageOf } from './api-error.ts';
import { request } from './request.ts';

const fetched = jest.spyOn(globalThis, 'fetch');
afterAll(() => fetched.mockRestore());

const answerWith = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
  fetched.mockResolvedValueOnce(
    typeof body === 'string' ? new Response(body, { status, headers }) : Response.json(body, { status, headers }),
  );
};

test('asks below the API’s path, as JSON', async () => {
  answerWith(200, { ok: true });
  expect(await request('/teams/7/keys', { method: 'POST', body: { name: 'shop' } })).toEqual({ ok: true });
  const [url, init] = fetched.mock.lastCall ?? [];
  expect([url, init?.method, init?.body]).toEqual(['/dashboard/api/teams/7/keys', 'POST', '{"name":"shop"}']);
  expect(init?.headers).toMatchObject({ 'content-type': 'application/json' });
});

test.each([
  [
    409,
    { error: { code: 'CONFLICT', message: 'Rotated already' } },
    {},
    { code: 'CONFLICT', message: 'Rotated already' },
  ],
  [
    400,
    { error: { code: 'INVALID_INPUT', message: 'No', fields: { name: 'Too long' } } },
    {},
    { code: 'INVALID_INPUT', fields: { name: 'Too long' } },
  ],
  [429, { error: { code: 'TOO_MANY_REQUESTS', message: 'Wait' } }, { 'retry-after': '12' }, { retryAfter: 12 }],
  [502, '<html>nginx 10.0.0.7</html>', {}, { code: 'UNAVAILABLE', message: expect.not.stringContaining('nginx') }],
  [503, { errors: [{ message: 'subgraph' }] }, {}, { code: 'UNAVAILABLE' }],
  [401, '', {}, { code: 'SIGNED_OUT' }],
  [200, '<html>', {}, { code: 'UNAVAILABLE' }],
])('%i %j', async (status, body, headers, problem) => {
  answerWith(status, body, headers);
  await expect(request('/me')).rejects.toMatchObject(problem);
});

test('no connection is worth another try, and a caller’s own abort is no problem of the server', async () => {
  fetched.mockRejectedValueOnce(new TypeError('fetch failed'));
  const problem: unknown = await request('/me').catch((error: unknown) => error);
  expect(problem).toMatchObject({ code: 'UNREACHABLE' });
  expect(isTransient(problem)).toBe(true);
  fetched.mockRejectedValueOnce(new DOMException('aborted', 'AbortError'));
  await expect(request('/me')).rejects.toMatchObject({ name: 'AbortError' });
});

test('a foreign refusal is shown without its words', () => {
  expect(messageOf(new Error('Cannot read properties of undefined'))).toBe('Something went wrong on our side.');
});
