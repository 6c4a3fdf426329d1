import { decimals, whole } from '@ledgergraph/chain-generator/amounts';
import { conditionScript, hashOf, varint } from '@ledgergraph/chain-generator/script-bytes';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Draft, payCoin } from '#/chain-parts/outputs.ts';

/** By kind of output (docs/verus/outputs.md#system-addresses). */
const SYSTEM_ADDRESSES = {
  currencydefinition: 'RP7id3CzCnwvzNUZesYJM6ekvsxpEzMqB1',
  acceptednotarization: 'RDTq9qn1Lthv7fvsdbWz36mGp8HK9XaruZ',
  earnednotarization: 'RMYbaxFsCT1xfMmwLCCYAVf2DsxcDTtBmx',
  notaryevidence: 'RQWMeecjGFF3ZAVeSimRbyG9iMDUHPY5Ny',
  reservetransfer: 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU',
  reservedeposit: 'RFw9AVfgNKcHe2Vp2eyzHrX65aFD9Ky8df',
  crosschainexport: 'RGkrs7SndcpsV61oKK2jYdMiU8PgkLU2qP',
  crosschainimport: 'RKLN7wFhbrJFkPG8XkKteErAe5CjqoddTm',
  finalizenotarization: 'RRbKYitLH9EhQCvCo4bPZqJx3TWxASadxE',
  finalizeexport: 'REL7oLNeaeoQB1XauiHfcvjKMZC52Uj5xF',
} as const;

export type ProtocolKind = keyof typeof SYSTEM_ADDRESSES;

const TOKENS_CODE = 0x09;
const SCRIPT = '2704030001012103';
const NO_TOKENS: ReadonlyMap<string, bigint> = new Map();
export const NO_HASH = '0'.repeat(64);

export type NameOf = (currencyId: string) => string;

/** Native satoshis, and tokens. */
export interface Held {
  satoshis?: bigint;
  tokens?: ReadonlyMap<string, bigint>;
}

export function protocolOutput(kind: ProtocolKind, payload: JsonObject, nameOf: NameOf, held: Held = {}): Draft {
  return printProtocol({ [kind]: payload }, [SYSTEM_ADDRESSES[kind]], nameOf, held);
}

export function printProtocol(kind: JsonObject, addresses: readonly string[], nameOf: NameOf, held: Held = {}): Draft {
  const { satoshis = 0n, tokens = NO_TOKENS } = held;
  const script = {
    type: 'cryptocondition',
    ...kind,
    spendableoutput: false,
    ...balance(tokens, nameOf),
    reqSigs: whole(1),
    addresses: [...addresses],
    asm: SCRIPT,
    hex: SCRIPT,
  };
  return { satoshis, tokens, address: addresses[0] ?? '', role: 'dead', about: '', script };
}

const natives = new Map<string, Draft>();
const currencies = new Map<string, Buffer>();

/** Kept: decoding an address costs more than all else here. */
function payNative(address: string, satoshis: bigint): Draft {
  const known = natives.get(address) ?? payCoin(address, 0n);
  natives.set(address, known);
  return { ...known, satoshis };
}

export function pay(chainId: string, address: string, currencyId: string, amount: bigint, nameOf: NameOf): Draft {
  if (currencyId === chainId) return payNative(address, amount);
  const tokens = new Map([[currencyId, amount]]);
  const script = {
    type: 'cryptocondition',
    reserveoutput: { version: whole(1), currencyvalues: decimals(tokens) },
    spendableoutput: true,
    ...balance(tokens, nameOf),
    reqSigs: whole(1),
    addresses: [address],
    ...tokenScript(address, currencyId, amount),
  };
  return { satoshis: 0n, tokens, address, role: 'coin', about: '', script };
}

function tokenScript(address: string, currencyId: string, amount: bigint): { asm: string; hex: string } {
  const currency = currencies.get(currencyId) ?? hashOf(currencyId);
  currencies.set(currencyId, currency);
  return conditionScript([address], TOKENS_CODE, Buffer.concat([Buffer.of(1), currency, varint(amount)]));
}

function balance(tokens: ReadonlyMap<string, bigint>, nameOf: NameOf): JsonObject {
  if (tokens.size === 0) return {};
  return { reserve_balance: decimals(new Map(Array.from(tokens, ([id, amount]) => [nameOf(id), amount]))) };
}

export function leaveData(hex: string): Draft {
  const script = { type: 'nulldata', spendableoutput: false, asm: '', hex };
  return { satoshis: 0n, tokens: NO_TOKENS, address: '', role: 'dead', about: '', script };
}
