import { listTrustedOrigins } from './trusted-origins.ts';

test('a public origin stands alone', () => {
  expect(listTrustedOrigins('https://api.example.org')).toEqual(['https://api.example.org']);
});

test.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
  '%s is this machine by any name, at the same port',
  (publicUrl) => {
    expect(listTrustedOrigins(publicUrl).sort()).toEqual([
      'http://127.0.0.1:4000',
      'http://[::1]:4000',
      'http://localhost:4000',
    ]);
  },
);

test('the name of this machine inside another name is another machine', () => {
  expect(listTrustedOrigins('https://localhost.example.org')).toEqual(['https://localhost.example.org']);
});
