import { whole } from '@ledgergraph/chain-generator/amounts';
import { conditionScript, hashOf, prefixed, uint32 } from '@ledgergraph/chain-generator/script-bytes';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { object } from './coin.ts';
import { condition, type OutputDraft } from './outputs.ts';

const CODES = { reservation: 0x0a, identity: 0x0e, commitment: 0x11 };

/** @param hash as it is printed */
export function commitTo(hash: string, address: string): OutputDraft {
  const bytes = conditionScript([address], CODES.commitment, Buffer.from(hash, 'hex').reverse());
  return {
    satoshis: 0n,
    script: condition({ commitmenthash: { version: whole(1), currencyvalues: {}, hash } }, [address], false, bytes),
  };
}

export function reserveName(name: string, salt: string, parent: string, nameId: string): OutputDraft {
  const payload = Buffer.concat([
    ...[uint32(1), prefixed(Buffer.from(name)), hashOf(parent), Buffer.alloc(20), Buffer.from(salt, 'hex').reverse()],
  ]);
  const identityreservation = { version: whole(1), name, parent, salt, referral: '', nameid: nameId };
  return {
    satoshis: 0n,
    script: condition({ identityreservation }, [nameId], false, conditionScript([nameId], CODES.reservation, payload)),
  };
}

/** The bytes follow the recordings except for content of several values. */
export function identityState(payload: JsonObject): OutputDraft {
  const [id, revocation, recovery] = [
    payload.identityaddress,
    payload.revocationauthority,
    payload.recoveryauthority,
  ].map(String);
  const owners = [id, revocation, recovery].map((address) => address ?? '');
  const bytes = conditionScript(owners, CODES.identity, identityBytes(payload));
  return { satoshis: 0n, script: condition({ identityprimary: payload }, owners, false, bytes) };
}

function identityBytes(payload: JsonObject): Buffer {
  const text = (member: string): string => String(payload[member]);
  const keys = Array.isArray(payload.primaryaddresses) ? payload.primaryaddresses.map(String) : [];
  const content = Object.entries(object(payload.contentmap));
  return Buffer.concat([
    ...[uint32(Number(text('version'))), uint32(Number(text('flags')))],
    ...[Buffer.of(keys.length), ...keys.map((key) => prefixed(hashOf(key))), uint32(Number(text('minimumsignatures')))],
    ...[hashOf(text('parent')), prefixed(Buffer.from(text('name'))), Buffer.of(0), Buffer.of(content.length)],
    ...content.flatMap(([key, value]) => [
      Buffer.from(key, 'hex').reverse(),
      Buffer.from(String(value), 'hex').reverse(),
    ]),
    ...[hashOf(text('revocationauthority')), hashOf(text('recoveryauthority')), Buffer.of(0)],
    ...[hashOf(text('systemid')), uint32(Number(text('timelock')))],
  ]);
}
