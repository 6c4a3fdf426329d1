import { isJsonObject, type JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { decimals, whole } from './amounts.ts';
import type { CoinRole } from './coin.ts';
import { PAYLOAD_BYTES, standIn } from './payload-bytes.ts';
import { conditionScript, hashOf } from './script-bytes.ts';

/** In satoshis. */
export interface Draft {
  satoshis: bigint;
  tokens: ReadonlyMap<string, bigint>;
  address: string;
  role: CoinRole;
  about: string;
  /** scriptPubKey as getblock 2 prints it (docs/verus/outputs.md). */
  script: JsonObject;
}

export interface Names {
  chainId: string;
  nameOf: (currencyId: string) => string;
}

interface Kind {
  code: number;
  role: CoinRole;
  /** Absent where each output has an owner of its own. */
  address?: string;
  /** Member of the payload with the identity or currency. */
  about?: string;
  /** Bytes of the payload; absent where it is encoded. */
  length?: number;
  isSpendable?: boolean;
}

/** docs/verus/outputs.md#kinds and #system-addresses. */
const KINDS = {
  currencydefinition: { code: 0x02, role: 'dead', address: 'RP7id3CzCnwvzNUZesYJM6ekvsxpEzMqB1', length: 252 },
  notaryevidence: { code: 0x03, role: 'dead', address: 'RQWMeecjGFF3ZAVeSimRbyG9iMDUHPY5Ny', length: 260 },
  earnednotarization: { code: 0x04, role: 'dead', address: 'RMYbaxFsCT1xfMmwLCCYAVf2DsxcDTtBmx', length: 488 },
  acceptednotarization: {
    code: 0x05,
    role: 'state',
    about: 'currencyid',
    address: 'RDTq9qn1Lthv7fvsdbWz36mGp8HK9XaruZ',
    length: 488,
  },
  finalizenotarization: { code: 0x06, role: 'dead', address: 'RRbKYitLH9EhQCvCo4bPZqJx3TWxASadxE', length: 62 },
  reservetransfer: { code: 0x08, role: 'transfer', address: 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU' },
  reserveoutput: { code: 0x09, role: 'coin', isSpendable: true },
  identityreservation: { code: 0x0a, role: 'dead' },
  reservedeposit: {
    code: 0x0b,
    role: 'deposit',
    about: 'controllingcurrencyid',
    address: 'RFw9AVfgNKcHe2Vp2eyzHrX65aFD9Ky8df',
  },
  crosschainexport: {
    code: 0x0c,
    role: 'export',
    about: 'destinationcurrencyid',
    address: 'RGkrs7SndcpsV61oKK2jYdMiU8PgkLU2qP',
    length: 190,
  },
  crosschainimport: {
    code: 0x0d,
    role: 'import',
    about: 'importcurrencyid',
    address: 'RKLN7wFhbrJFkPG8XkKteErAe5CjqoddTm',
    length: 204,
  },
  identityprimary: { code: 0x0e, role: 'identity', about: 'identityaddress' },
  commitmenthash: { code: 0x11, role: 'commitment' },
  finalizeexport: { code: 0x13, role: 'finalization', address: 'REL7oLNeaeoQB1XauiHfcvjKMZC52Uj5xF', length: 58 },
  feepool: { code: 0x14, role: 'dead', address: 'RQ55dLQ7uGnLx8scXfkaFV6QS6qVBGyxAG' },
} as const satisfies Record<string, Kind>;

export type ProtocolKind = keyof typeof KINDS;

/** Conditions of an identity beside its own: who may revoke and recover it. */
const AUTHORITIES = [0x0f, 0x10];
const STAKE_GUARD = { code: 0x01, address: 'RCG8KwJNDVwpUBcdoa6AoHqHVJsA1uMYMR', length: 119 };
const NO_TOKENS: ReadonlyMap<string, bigint> = new Map();

/** @param held of the chain's own currency and of others, in satoshis */
export function protocolOutput(
  kind: ProtocolKind,
  payload: JsonObject,
  held: ReadonlyMap<string, bigint> = NO_TOKENS,
  { chainId, nameOf }: Names = { chainId: '', nameOf: String },
  owners?: readonly string[],
): Draft {
  const { code, role, address = '', about = '', length = 0, isSpendable = false }: Kind = KINDS[kind];
  const bytes = PAYLOAD_BYTES[kind]?.(payload) ?? standIn(payload, length);
  const tokens = new Map([...held].filter(([id]) => id !== chainId));
  const named = new Map(Array.from(tokens, ([id, amount]) => [nameOf(id), amount]));
  const addresses = [...(owners ?? [address])];
  const balance = tokens.size === 0 ? {} : { reserve_balance: decimals(named) };
  const also =
    kind === 'identityprimary'
      ? AUTHORITIES.map((one, index) => [one, addresses[index + 1] ?? String(addresses[0])] as const)
      : [];
  const hex = conditionScript(addresses, code, bytes, also);
  const script = condition({ [kind]: payload }, isSpendable, balance, addresses, hex);
  const name = payload[about];
  return {
    satoshis: held.get(chainId) ?? 0n,
    tokens,
    address: addresses[0] ?? '',
    role,
    about: name === undefined ? '' : String(name),
    script,
  };
}

/** Undefined for a script of no protocol's output. */
export function readKind(script: JsonObject): { role: CoinRole; about: string } | undefined {
  for (const [kind, { role, about = '' }] of Object.entries<Kind>(KINDS)) {
    const payload = script[kind];
    if (isJsonObject(payload)) return { role, about: about === '' ? '' : String(payload[about]) };
  }
  return undefined;
}

export function pay(names: Names, address: string, currencyId: string, amount: bigint): Draft {
  if (currencyId === names.chainId) return payCoin(address, amount);
  return payTokens(names, address, new Map([[currencyId, amount]]));
}

export function payTokens(names: Names, address: string, tokens: ReadonlyMap<string, bigint>): Draft {
  const payload = { version: whole(1), currencyvalues: decimals(tokens) };
  return protocolOutput('reserveoutput', payload, tokens, names, [address]);
}

export function payCoin(address: string, satoshis: bigint): Draft {
  const hash = hashOf(address).toString('hex');
  const plain = { satoshis, tokens: NO_TOKENS, address, role: 'coin', about: '' } as const;
  if (address.startsWith('i'))
    return { ...plain, script: condition({ evalnone: 'valid' }, true, {}, [address], conditionScript([address], 0)) };
  const [type, asm, hex] = address.startsWith('b')
    ? ['scripthash', `OP_HASH160 ${hash} OP_EQUAL`, `a914${hash}87`]
    : ['pubkeyhash', `OP_DUP OP_HASH160 ${hash} OP_EQUALVERIFY OP_CHECKSIG`, `76a914${hash}88ac`];
  return { ...plain, script: { type, spendableoutput: true, reqSigs: whole(1), addresses: [address], asm, hex } };
}

/** The reward of a staked block. */
export function guardStake(address: string, satoshis: bigint): Draft {
  const addresses = [address, STAKE_GUARD.address];
  const bytes = conditionScript(addresses, STAKE_GUARD.code, standIn(address, STAKE_GUARD.length));
  const script = condition({ stakeguard: '' }, true, {}, addresses, bytes);
  return { satoshis, tokens: NO_TOKENS, address, role: 'coin', about: '', script };
}

/** Fees that no coinbase has paid out yet, in satoshis by currency. */
export function holdFees(amounts: ReadonlyMap<string, bigint>): Draft {
  return protocolOutput('feepool', { version: whole(1), currencyvalues: decimals(amounts) });
}

/** @param controller currency or system whose imports spend it */
export function holdDeposit(names: Names, controller: string, amounts: ReadonlyMap<string, bigint>): Draft {
  const payload = { version: whole(1), currencyvalues: decimals(amounts), controllingcurrencyid: controller };
  return protocolOutput('reservedeposit', payload, amounts, names);
}

/** @param hex the whole script */
export function leaveData(hex: string): Draft {
  const script = { type: 'nulldata', spendableoutput: false, asm: '', hex };
  return { satoshis: 0n, tokens: NO_TOKENS, address: '', role: 'dead', about: '', script };
}

function condition(
  kind: JsonObject,
  isSpendable: boolean,
  balance: JsonObject,
  addresses: string[],
  bytes: { asm: string; hex: string },
): JsonObject {
  const head = { type: 'cryptocondition', ...kind, spendableoutput: isSpendable, ...balance };
  return { ...head, reqSigs: whole(1), addresses, ...bytes };
}
