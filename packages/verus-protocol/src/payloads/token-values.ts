import { RESERVE_TRANSFER_FLAGS } from '#/flags.ts';
import { isJsonObject, type JsonValue } from '#/lossless-json.ts';
import { readCurrencyValues } from './currency-values.ts';
import { readReserveTransfer } from './reserve-transfer.ts';

const NOTHING: ReadonlyMap<string, bigint> = new Map();

/**
 * Tokens besides native coin: CScript::ReserveOutValue (docs/verus/outputs.md#token-values). Kinds not named here print currency maps
 * too, but hold nothing.
 * @param payload anything but an object ("invalid", "") carries nothing
 * @returns satoshis by i-address; never the native currency, never zero
 * @throws UnexpectedShapeError
 */
export function readTokenValues(kind: string, payload: JsonValue, chainId: string): ReadonlyMap<string, bigint> {
  if (!isJsonObject(payload)) return NOTHING;
  const values = new Map<string, bigint>();
  switch (kind) {
    case 'reserveoutput':
    case 'reservedeposit':
    case 'commitmenthash':
      addAll(values, readCurrencyValues(payload));
      break;
    case 'reservetransfer': {
      const { flags, currencyValues, feeCurrencyId, fees } = readReserveTransfer(payload);
      // Minted tokens come with the import; the output itself holds only its fee.
      if ((flags & RESERVE_TRANSFER_FLAGS.MINT) === 0) addAll(values, currencyValues);
      add(values, feeCurrencyId, fees);
      break;
    }
    default:
      return NOTHING;
  }
  values.delete(chainId);
  for (const [currencyId, satoshis] of values) if (satoshis === 0n) values.delete(currencyId);
  return values;
}

function addAll(values: Map<string, bigint>, added: ReadonlyMap<string, bigint>): void {
  for (const [currencyId, satoshis] of added) add(values, currencyId, satoshis);
}

function add(values: Map<string, bigint>, currencyId: string, satoshis: bigint): void {
  values.set(currencyId, (values.get(currencyId) ?? 0n) + satoshis);
}
