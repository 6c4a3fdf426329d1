import { RESERVE_TRANSFER_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { readAmount, readInteger, readObject, readText } from './rpc-fields.ts';

const NOTHING: ReadonlyMap<string, bigint> = new Map();

/**
 * Tokens an output carries besides native coin: CScript::ReserveOutValue (docs/verus/outputs.md#token-values).
 * Kinds not named here (imports, the fee pool, definitions …) print currency maps too, but hold nothing.
 * @param kind member of scriptPubKey that names the output
 * @param payload that member's value; anything but an object ("invalid", "") carries nothing
 * @returns satoshis by currency i-address; never the native currency, never zero
 * @throws UnexpectedShapeError
 */
export function readTokenValues(kind: string, payload: JsonValue, chainId: string): ReadonlyMap<string, bigint> {
  if (!isJsonObject(payload)) return NOTHING;
  const values = new Map<string, bigint>();
  switch (kind) {
    case 'reserveoutput':
    case 'reservedeposit':
    case 'commitmenthash':
      addCurrencyValues(values, payload);
      break;
    case 'reservetransfer':
      // Minted tokens come with the import of the mint; the output itself holds only its fee.
      if ((readInteger(payload, 'flags') & RESERVE_TRANSFER_FLAGS.MINT) === 0) addCurrencyValues(values, payload);
      add(values, readText(payload, 'feecurrencyid'), readAmount(payload, 'fees'));
      break;
    default:
      return NOTHING;
  }
  values.delete(chainId);
  for (const [currencyId, satoshis] of values) if (satoshis === 0n) values.delete(currencyId);
  return values;
}

function addCurrencyValues(values: Map<string, bigint>, payload: JsonObject): void {
  // The daemon leaves this member out when the token part of a commitment cannot be read (docs/verus/outputs.md#token-values).
  if (payload.currencyvalues === undefined) return;
  const printed = readObject(payload.currencyvalues, 'currencyvalues');
  for (const currencyId of Object.keys(printed)) add(values, currencyId, readAmount(printed, currencyId));
}

function add(values: Map<string, bigint>, currencyId: string, satoshis: bigint): void {
  values.set(currencyId, (values.get(currencyId) ?? 0n) + satoshis);
}
