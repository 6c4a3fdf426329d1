import { encodeAddress } from '@ledgergraph/verus-protocol/address';
import { addressFault } from '@ledgergraph/verus-protocol/address-fault';
import { findFaultOfId } from './event-ids.ts';

const KEY = 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7';
const ID = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const ANY = { areIAddresses: false };
const I_ADDRESSES = { areIAddresses: true };

const hash = new Uint8Array(20).fill(7);

test('an id is taken as it stands, and where identities are named only an i-address is one', () => {
  for (const text of [ID, KEY, encodeAddress('SCRIPT_HASH', hash), encodeAddress('QUANTUM', hash)]) {
    expect(findFaultOfId(text, ANY)).toBeUndefined();
    expect(findFaultOfId(text, I_ADDRESSES)).toBe(
      text === ID ? undefined : `${text} is an address, and not an i-address`,
    );
  }
});

test.each([ANY, I_ADDRESSES])('each mistyped character is reported with its reason: %j', (objects) => {
  for (const text of [ID, KEY]) {
    for (let at = 1; at < text.length; at += 1) {
      const mistyped = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
      const fault = findFaultOfId(mistyped, objects);
      expect(fault).toBe(addressFault(mistyped));
      expect(fault).toContain('checksum');
    }
    expect(findFaultOfId(text.slice(0, -1), objects)).toMatch(/missing|too short/);
  }
});

test.each([
  ['VRSC', '"VRSC"'],
  ['alpha.VRSCTEST@', '"alpha.VRSCTEST@"'],
  [' basket1 ', '"basket1"'],
  ['a"b', '"a\\"b"'],
  ['', '"…"'],
  ['n'.repeat(100_000), '"…"'],
])('a name is refused with the queries that give its id: %.20j', (text, name) => {
  for (const objects of [ANY, I_ADDRESSES]) {
    const fault = findFaultOfId(text, objects);
    expect(fault).toContain(`currency(currency: ${name}) { currencyId }`);
    expect(fault).toContain(`identity(identity: ${name}) { identityAddress }`);
    expect(fault?.length).toBeLessThan(400);
  }
});

test('an id with anything around it is refused, and is shown without', () => {
  for (const text of [` ${ID}`, `${ID}@`, `${ID} `, `${ID}\n`]) {
    expect(findFaultOfId(text, I_ADDRESSES)).toContain(`without spaces and without @: ${ID}`);
  }
});

test("a key of the daemon's index is no id", () => {
  const key = encodeAddress('INDEX', hash);
  for (const objects of [ANY, I_ADDRESSES]) expect(findFaultOfId(key, objects)).toContain("daemon's index");
});
