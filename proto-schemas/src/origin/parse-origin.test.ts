import { parseOrigin } from './parse-origin.ts';

test.each([
  ['https://app.example.com', 'https://app.example.com'],
  [' HTTPS://App.Example.com/ ', 'https://app.example.com'],
  ['https://app.example.com:443', 'https://app.example.com'],
  ['http://app.example.com:80', 'http://app.example.com'],
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['chrome-extension://abcdefghijklmnopabcdefghijklmnop', 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'],
  ['capacitor://localhost', 'capacitor://localhost'],
])('%j is the origin %s', (text, origin) => {
  expect(parseOrigin(text)).toBe(origin);
});

test.each([
  '',
  '*',
  'null',
  'app.example.com',
  'https://',
  'https://*.example.com',
  'https://app.example.com/path',
  'https://app.example.com?x',
  'https://app.example.com#x',
  'https://user@app.example.com',
  'https://app.example.com:99999',
  'https://app.exa mple.com',
  'https:app.example.com',
  'https://app.example.com\\x',
  'https://a\u0000b.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///home/index.html',
  `https://${'a'.repeat(300)}.example`,
])('%j is no origin', (text) => {
  expect(parseOrigin(text)).toBeUndefined();
});
