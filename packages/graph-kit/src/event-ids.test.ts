import { encodeAddress } from '@ledgergraph/verus-protocol/address';
import { addressFault } from '@ledgergraph/verus-protocol/address-fault';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { isEventId, readEventId } from './event-ids.ts';

const KEY = 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7';
const ID = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const ANY = { areIAddresses: false, named: 'query' };
const I_ADDRESSES = { areIAddresses: true, named: 'query' };
const ROOT = { name: 'VRSCTEST', rootName: 'VRSCTEST' };
const BELOW = { name: 'pchain', rootName: 'VRSCTEST' };
const ALPHA = identityAddressOf(['alpha', 'VRSCTEST']);

const hash = new Uint8Array(20).fill(7);
const read = (text: string, objects = I_ADDRESSES, chain = ROOT) =>
  readEventId({ argument: 'ids', text, place: 'ids[3]' }, objects, chain);
const faultOf = (text: string, objects = I_ADDRESSES, chain = ROOT): Error & { extensions: { code: string } } => {
  try {
    read(text, objects, chain);
  } catch (error) {
    return error as never;
  }
  throw new Error(`${text.slice(0, 40)} is taken`);
};

test('an id is taken as it stands or with @, and where identities are named only an i-address is one', () => {
  for (const text of [ID, `${ID}@`, ` ${ID} `]) {
    for (const objects of [ANY, I_ADDRESSES]) expect(read(text, objects)).toEqual({ id: ID, isName: false });
  }
  for (const text of [KEY, encodeAddress('SCRIPT_HASH', hash), encodeAddress('QUANTUM', hash)]) {
    expect(read(text, ANY)).toEqual({ id: text, isName: false });
    expect(isEventId(text, ANY)).toBe(true);
    expect(faultOf(text).message).toBe(`ids[3]: ${text} is an address, and neither an i-address nor a name`);
    expect(isEventId(text, I_ADDRESSES)).toBe(false);
  }
});

test.each([ANY, I_ADDRESSES])('each mistyped character of an id is reported, and makes no name: %j', (objects) => {
  for (const text of [ID, KEY]) {
    for (let at = 1; at < text.length; at += 1) {
      const mistyped = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
      expect(faultOf(mistyped, objects)).toMatchObject({
        message: `ids[3]: ${addressFault(mistyped)}`,
        extensions: { code: 'VALIDATION_ERROR', argument: 'ids' },
      });
      expect(isEventId(mistyped, objects)).toBe(false);
    }
  }
});

test('a name is its hash, and has to be known; among addresses it needs its @', () => {
  for (const text of ['alpha', 'Alpha.vrsctest', 'alpha@', ' alpha.VRSCTEST@ ']) {
    expect(read(text)).toEqual({ id: ALPHA, isName: true });
    expect(isEventId(text, I_ADDRESSES)).toBe(false);
  }
  expect(read('alpha@', ANY)).toEqual({ id: ALPHA, isName: true });
  expect(faultOf('alpha', ANY).message).toContain('a name ends in @ here: alpha@');
  expect(faultOf('alpha@', { areIAddresses: true } as never).message).toBe('ids[3]: alpha@ is a name, and no id');
});

test('below the root a text that could come to mean something else is refused, whatever is registered now', () => {
  expect(faultOf('alpha@', I_ADDRESSES, BELOW)).toMatchObject({
    message: 'ids[3]: alpha@ can mean alpha.VRSCTEST@ or alpha.pchain@',
    extensions: { code: 'AMBIGUOUS_NAME', candidates: ['alpha.VRSCTEST@', 'alpha.pchain@'] },
  });
  expect(read('alpha.VRSCTEST@', I_ADDRESSES, BELOW)).toEqual({ id: ALPHA, isName: true });
  const own = identityAddressOf(['alpha', 'pchain', 'VRSCTEST']);
  expect(read('alpha.pchain@', I_ADDRESSES, BELOW)).toEqual({ id: own, isName: true });
});

test("what is neither an id nor a possible name is refused in a short text: a key of the daemon's index too", () => {
  const texts = ['', '@', 'a/b', 'two..dots', '\u0000', `${'n'.repeat(100_000)}/`, 'x.'.repeat(50_000)];
  for (const text of [...texts, encodeAddress('INDEX', hash)]) {
    for (const objects of [ANY, I_ADDRESSES]) {
      const { message, extensions } = faultOf(text, objects);
      expect(extensions.code).toBe('VALIDATION_ERROR');
      expect(message.length).toBeLessThan(400);
    }
  }
});
