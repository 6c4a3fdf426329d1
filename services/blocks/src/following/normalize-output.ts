import type { CurrencyAmount, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findObject, readInteger, readText, UnexpectedShapeError } from '@ledgergraph/verus-protocol/json-members';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import { readTokenValues } from '@ledgergraph/verus-protocol/payloads/token-values';
import { findSatoshis, readCount, readHex } from './rpc-fields.ts';

/** Members of any scriptPubKey (docs/verus/outputs.md). The output's kind names the one other member. */
const COMMON_MEMBERS = new Set([
  'type',
  'vdxftag',
  'spendableoutput',
  'reserve_balance',
  'reqSigs',
  'addresses',
  'asm',
  'hex',
]);

/** Up to 88 KB of proof that no service reads. */
const EVIDENCE_KIND = 'notaryevidence';

/** @param chainId i-address of the native currency, which stands in `satoshis` and never among the tokens @throws UnexpectedShapeError */
export function normalizeOutput(vout: JsonObject, chainId: string): Output {
  const script = findObject(vout, 'scriptPubKey');
  const satoshis = findSatoshis(vout, 'valueSat');
  if (satoshis === undefined) throw new UnexpectedShapeError('valueSat', 'present');
  const { kind, payload } = readKind(script);
  return {
    $typeName: 'ledgergraph.chain.v1.Output',
    index: readCount(vout, 'n'),
    satoshis,
    currencyValues: Array.from(readTokenValues(kind, payload, chainId), currencyAmount),
    scriptType: readText(script, 'type'),
    kind,
    addresses: readAddresses(script),
    spendable: readSpendable(script),
    script: readHex(script, 'hex'),
    payloadJson: isJsonObject(payload) && kind !== EVIDENCE_KIND ? stringifyLossless(payload) : '',
  };
}

function currencyAmount([currencyId, satoshis]: readonly [string, bigint]): CurrencyAmount {
  return { $typeName: 'ledgergraph.chain.v1.CurrencyAmount', currencyId, satoshis };
}

function readKind(script: JsonObject): { kind: string; payload: JsonValue } {
  const kind = Object.keys(script).find((member) => !COMMON_MEMBERS.has(member)) ?? '';
  return { kind, payload: script[kind] ?? '' };
}

/** In the daemon's order, each once: identityprimary repeats an identity that is its own authority. */
function readAddresses(script: JsonObject): string[] {
  const addresses = script.addresses ?? [];
  if (!Array.isArray(addresses)) throw new UnexpectedShapeError('addresses', 'a list');
  const distinct: string[] = [];
  for (const address of addresses) {
    if (typeof address !== 'string') throw new UnexpectedShapeError('addresses', 'a list of text');
    if (!distinct.includes(address)) distinct.push(address);
  }
  return distinct;
}

/** true/false or 1/0 depending on the printer (docs/verus/rpc.md#numbers-and-booleans). */
function readSpendable(script: JsonObject): boolean {
  const value = script.spendableoutput;
  return typeof value === 'boolean' ? value : readInteger(script, 'spendableoutput') !== 0;
}
