import { createHash } from 'node:crypto';
import { whole } from '@ledgergraph/chain-generator/amounts';
import { conditionScript } from '@ledgergraph/chain-generator/script-bytes';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { Coin } from './coin.ts';
import { condition, type OutputDraft } from './outputs.ts';

const KIND_CODES: Readonly<Record<string, number>> = {
  notaryevidence: 0x03,
  acceptednotarization: 0x05,
  crosschainexport: 0x0c,
  crosschainimport: 0x0d,
  finalizeexport: 0x13,
};
const FINALIZES_EXPORT = 2;
export const NO_HASH = '00'.repeat(32);
const SUPPLEMENT = 24;
const IMPORT_PROOF = 3;
const EVIDENCE = 'RQWMeecjGFF3ZAVeSimRbyG9iMDUHPY5Ny';
const NOTARIZATIONS = 'RDTq9qn1Lthv7fvsdbWz36mGp8HK9XaruZ';
const EXPORTS = 'RGkrs7SndcpsV61oKK2jYdMiU8PgkLU2qP';
const FINALIZATIONS = 'REL7oLNeaeoQB1XauiHfcvjKMZC52Uj5xF';
const IMPORTS = 'RKLN7wFhbrJFkPG8XkKteErAe5CjqoddTm';

export function exportTransfers(payload: JsonObject, before: Coin | undefined): OutputDraft {
  return carryOn('crosschainexport', payload, EXPORTS, before);
}

export function importTransfers(payload: JsonObject, before: Coin | undefined): OutputDraft {
  return carryOn('crosschainimport', payload, IMPORTS, before);
}

export function notarizeState(payload: JsonObject, before: Coin | undefined): OutputDraft {
  return carryOn('acceptednotarization', payload, before?.address ?? NOTARIZATIONS, before);
}

export function proveExport(systemid: string, { txid, vout }: { txid: string; vout: number }): OutputDraft {
  const facts = { version: whole(1), type: whole(IMPORT_PROOF), systemid, state: whole(6) };
  const evidence = { version: whole(1), chainobjects: [] };
  const payload = { ...facts, output: { txid, voutnum: whole(vout) }, evidence };
  return carryOn('notaryevidence', payload, EVIDENCE, undefined);
}

export function repeatTransfers(transfers: JsonObject[]): OutputDraft {
  const payload = { version: whole(1), flags: whole(SUPPLEMENT), issupplemental: true, transfers };
  return carryOn('crosschainexport', payload, EXPORTS, undefined);
}

/** Marks output `vout` of its own transaction as an export that waits for its import. */
export function finalizeExport(currencyId: string, vout: number): OutputDraft {
  const output = { txid: NO_HASH, voutnum: whole(vout) };
  const facts = { finalizationtype: whole(FINALIZES_EXPORT), status: 'pending', currencyid: currencyId, output };
  return carryOn('finalizeexport', facts, FINALIZATIONS, undefined);
}

/** The script holds a digest of the payload in place of its bytes. */
function carryOn(kind: string, payload: JsonObject, address: string, before: Coin | undefined): OutputDraft {
  const owners = Array.isArray(before?.script.addresses) ? before.script.addresses.map(String) : [address];
  const digest = createHash('sha256').update(JSON.stringify(payload)).digest();
  return {
    satoshis: 0n,
    script: condition({ [kind]: payload }, owners, false, conditionScript([address], KIND_CODES[kind] ?? 0, digest)),
  };
}
