import { findAddress, readInteger, readTexts, readWholeNumber } from '#/json-members.ts';
import { findIdentityLock, findIdentityState } from './identity-primary.ts';
import { findPayload, parsePayload } from './payload.ts';

const payload = (text: string) => parsePayload(text, 'test');

test('an output of another kind, and one that reads "invalid" on the node, carries nothing', () => {
  expect(findPayload({ kind: 'reservetransfer', payloadJson: '{}' }, 'identityprimary')).toBeUndefined();
  expect(findPayload({ kind: 'identityprimary', payloadJson: '' }, 'identityprimary')).toBeUndefined();
  expect(findPayload({ kind: 'b', payloadJson: '{"x":"1"}' }, 'a', 'b')).toEqual({ x: '1' });
});

test('absent, empty and null addresses are no address', () => {
  const addresses = payload('{"empty":"","null":"i3UXS5QPRQGNRDDqVnyWTnmFCTHDbzmsYk","given":"iGiven"}');
  expect(['absent', 'empty', 'null', 'given'].map((member) => findAddress(addresses, member))).toEqual([
    null,
    null,
    null,
    'iGiven',
  ]);
});

test('numbers keep all digits, and an integer is one that a double holds', () => {
  const numbers = payload('{"large":9007199254740993,"negative":-1,"decimal":1.5,"text":"1"}');
  expect(readWholeNumber(numbers, 'large')).toBe(9007199254740993n);
  expect(readInteger(numbers, 'negative')).toBe(-1);
  for (const member of ['large', 'decimal', 'text', 'absent'])
    expect(() => readInteger(numbers, member)).toThrow(
      new RegExp(`^${member} of the node's answer is not a (whole )?number$`),
    );
});

test.each([
  ['["iA"]', 'identityprimary'],
  ['{"identityaddress":1}', 'identityaddress'],
  ['{"identityaddress":"iA","version":"3"}', 'version'],
  ['{"identityaddress":"iA","version":3,"flags":0.5}', 'flags'],
])('a payload that no daemon prints is refused, whatever reads it: %s', (payloadJson, member) => {
  const output = { kind: 'identityprimary', payloadJson };
  for (const find of [findIdentityLock, findIdentityState]) expect(() => find(output)).toThrow(/of the node's answer/);
  expect(() => findIdentityLock(output)).toThrow(member);
});

test('a list must be there where it is read, and holds text alone', () => {
  expect(() => readTexts(payload('{}'), 'list')).toThrow('list');
  expect(() => readTexts(payload('{"list":["a",1]}'), 'list')).toThrow('a list of text');
});
