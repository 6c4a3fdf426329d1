import { formOf, keyProblems, NEW_KEY, sentKey } from './key-form.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test('networks may be written any way', () => {
  const form = { ...NEW_KEY, name: 'shop', allowedNetworks: ' 203.0.113.0/24,198.51.100.7\n\n2001:db8::/32 ; ' };
  expect(sentKey(form, NOW)).toEqual({
    environment: 'test',
    name: 'shop',
    expiresAt: null,
    allowedNetworks: ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'],
    allowedOrigins: [],
    maySend: false,
    managesTeam: false,
  });
  expect(keyProblems(form, NOW)).toEqual({});
});

test('each field shows what is wrong with it', () => {
  const form = {
    ...NEW_KEY,
    name: ' ',
    allowedNetworks: '203.0.113.0/24\nhome',
    expiresAt: { kind: 'date', date: '' } as const,
  };
  expect(keyProblems(form, NOW)).toEqual({
    name: 'Give the key a name',
    allowedNetworks: '“home” is not one: An IP address, or a network such as 203.0.113.0/24',
    expiresAt: 'Choose a date',
  });
  const pages = { ...NEW_KEY, name: 'x', allowedOrigins: 'https://app.example.com https://app.example.com/path' };
  expect(keyProblems(pages, NOW)).toEqual({
    allowedOrigins: '“https://app.example.com/path” is not one: An origin, such as https://app.example.com',
  });
  const many = { ...NEW_KEY, name: 'x', allowedNetworks: Array(33).fill('203.0.113.1').join(' ') };
  expect(keyProblems(many, NOW)).toEqual({ allowedNetworks: 'At most 32 networks' });
});

test('a key that exists comes back as it was', () => {
  const key = {
    environment: 'live',
    name: 'shop',
    allowedNetworks: ['203.0.113.7', '10.0.0.0/8'],
    allowedOrigins: ['https://app.example.com', 'http://localhost:5173'],
    expiresAt: null,
    maySend: true,
    managesTeam: false,
  } as const;
  const copy = { allowedNetworks: [...key.allowedNetworks], allowedOrigins: [...key.allowedOrigins] };
  const { allowedNetworks, ...form } = formOf({ ...key, ...copy });
  expect(form.allowedOrigins).toBe('https://app.example.com\nhttp://localhost:5173');
  expect(allowedNetworks).toBe('203.0.113.7\n10.0.0.0/8');
  expect(sentKey({ allowedNetworks, ...form }, NOW)).toEqual(key);
});
