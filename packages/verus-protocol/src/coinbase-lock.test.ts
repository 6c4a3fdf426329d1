import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { readCoinbaseLock } from './coinbase-lock.ts';

const LOCKED = `03a08601b1${'7576a914'}${'07'.repeat(20)}88ac`;

function payTo(script: string, scriptType = 'scripthash') {
  const hash = Buffer.from(ripemd160(sha256(Buffer.from(script, 'hex')))).toString('hex');
  return { scriptType, script: Buffer.from(`a914${hash}87`, 'hex') };
}

function note(script: string, type = '01', opcode = '6a') {
  const data = `${type}${script}`;
  return {
    scriptType: 'nulldata',
    script: Buffer.from(`${opcode}${(data.length / 2).toString(16).padStart(2, '0')}${data}`, 'hex'),
  };
}

const plain = { scriptType: 'pubkeyhash', script: Buffer.from(`76a914${'07'.repeat(20)}88ac`, 'hex') };

test.each([
  ['its script is disclosed and begins with a height', [payTo(LOCKED), note(LOCKED)], 100_000],
  ['other outputs stand between', [payTo(LOCKED), plain, note(LOCKED)], 100_000],
  ['another script is disclosed', [payTo(`${LOCKED}00`), note(LOCKED)], null],
  ['the note is of another type', [payTo(LOCKED), note(LOCKED, '02')], null],
  ['the note is no note', [payTo(LOCKED), note(LOCKED, '01', '51')], null],
  ['the note is not the last output', [payTo(LOCKED), note(LOCKED), plain], null],
  ['it pays a key', [payTo(LOCKED, 'pubkeyhash'), note(LOCKED)], null],
  ['the script has no lock', [payTo('51ac'), note('51ac51ac51ac')], null],
  ['the lock is a time', [payTo('040065cd1db1'), note('040065cd1db1')], null],
  ['there is one output', [payTo(LOCKED)], null],
  ['no outputs', [], null],
  [
    'the note is cut off',
    [payTo(LOCKED), { scriptType: 'nulldata', script: Buffer.from('6a4cff0103a086', 'hex') }],
    null,
  ],
])('a coinbase where %s', (_, outputs, height) => {
  expect(readCoinbaseLock(outputs)).toBe(height);
});
