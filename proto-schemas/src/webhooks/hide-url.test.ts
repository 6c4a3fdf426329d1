import { hideUrl, hideUrlIn } from './hide-url.ts';

test.each([
  ['https://example.org/hook', 'https://example.org/hook'],
  ['https://example.org/hook?token=s3cret&x=1', 'https://example.org/hook?…'],
  ['https://example.org:8443/hook#s3cret', 'https://example.org:8443/hook?…'],
  ['https://ann:s3cret@example.org/hook', 'https://example.org/hook'],
  [
    'https://hooks.example.org/services/T0123/B0123/abcdefghijklmnopqrst',
    'https://hooks.example.org/services/T0123/B0123/…',
  ],
  ['not a URL s3cret', '…'],
])('%s is shown as %s', (url, shown) => {
  expect(hideUrl(url)).toBe(shown);
});

test('what is hidden of the URL is hidden in the words of its receiver', () => {
  const url = 'https://example.org/hook/abcdefghijklmnopqrst?token=s3%2Fcret&short=abc&flag';
  const text = 'Cannot POST /hook/abcdefghijklmnopqrst?token=s3%2Fcret&short=abc&flag (s3/cret, abc)';
  const hidden = hideUrlIn(text, url);
  for (const secret of ['abcdefghijklmnopqrst', 's3%2Fcret', 's3/cret']) expect(hidden).not.toContain(secret);
  expect(hidden).toContain('Cannot POST /hook/');
  expect(hideUrlIn('an answer that ends in abcdefghijk', url)).toBe('an answer that ends in …');
  expect(hideUrlIn('all is well', url)).toBe('all is well');
  expect(hideUrlIn('all is well', 'no URL')).toBe('all is well');
});
