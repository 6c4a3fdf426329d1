import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { object, objects, strings } from './json.ts';
import { payCoin, protocolOutput } from './outputs.ts';

const ENCODED = [
  'commitmenthash',
  'feepool',
  'identityprimary',
  'identityreservation',
  'reservedeposit',
  'reserveoutput',
  'reservetransfer',
] as const;

/** Forms that nothing here makes: of old versions, of a revoked identity, of several values under a key, of an offer's three keys. */
function isOther({ identityreservation, identityprimary, commitmenthash, addresses }: JsonObject): boolean {
  if (identityreservation !== undefined) return object(identityreservation).version === undefined;
  if (commitmenthash !== undefined) return strings(addresses).length !== 1;
  const { version, contentmultimap } = object(identityprimary);
  const hasPlainContent = Object.keys(object(contentmultimap)).length === 0;
  return (
    identityprimary !== undefined && !(String(version) === '3' && hasPlainContent && strings(addresses).length === 3)
  );
}

test.each(['vrsctest-a', 'pchain-a'] as const)('outputs of holders have the scripts of %s, byte for byte', (name) => {
  const [made, recorded]: [JsonObject[], JsonObject[]] = [[], []];
  for (const { block } of readRecording(recordingDir(name)).blocks()) {
    for (const { vout } of objects(block.tx)) {
      for (const { scriptPubKey, valueSat } of objects(vout)) {
        const script = object(scriptPubKey);
        const owners = strings(script.addresses);
        const kind = ENCODED.find((one) => one in script);
        if (kind !== undefined && !isOther(script)) {
          made.push(protocolOutput(kind, object(script[kind]), undefined, undefined, owners).script);
          recorded.push(script);
        } else if (script.type === 'pubkeyhash' || 'evalnone' in script) {
          made.push(payCoin(owners[0] ?? '', BigInt(String(valueSat))).script);
          recorded.push(script);
        }
      }
    }
  }
  expect(made.length).toBeGreaterThan(1_000);
  const rawOf = ({ asm, hex }: JsonObject) => ({ asm, hex });
  expect(made.map(rawOf)).toEqual(recorded.map(rawOf));
});
