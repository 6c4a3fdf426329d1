import { createHmac } from 'node:crypto';
import { signText } from './sign-text.ts';

const TEXTS = ['', 'a', '[1,"ab"]', 'é–𝄞'.repeat(40), 'x'.repeat(1_365), 'x'.repeat(1_366), '–'.repeat(1_365)];

test.each([
  ['short', 'secret'],
  ['of 64 bytes', 's'.repeat(64)],
  ['of 65 bytes', 's'.repeat(65)],
  ['of other characters', 'schlüssel–𝄞'],
])('a signature is the HMAC-SHA256 of the text, with a secret %s', (_, secret) => {
  for (const text of [...TEXTS, ...TEXTS.toReversed()]) {
    expect(signText(secret, text)).toBe(createHmac('sha256', secret).update(text).digest('base64url'));
  }
});
