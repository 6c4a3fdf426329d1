import { decimals, whole } from '@ledgergraph/chain-generator/amounts';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { CoinRole } from './coin.ts';

export interface Draft {
  satoshis: bigint;
  tokens: ReadonlyMap<string, bigint>;
  address: string;
  role: CoinRole;
  about: string;
  /** As getblock 2 prints it (docs/verus/outputs.md). */
  script: JsonObject;
}

const ONE_SIGNER = '050403000000cc';
const NO_TOKENS: ReadonlyMap<string, bigint> = new Map();
const DEFINITION_ADDRESS = 'RP7id3CzCnwvzNUZesYJM6ekvsxpEzMqB1';
const NOTARIZATION_ADDRESS = 'RDTq9qn1Lthv7fvsdbWz36mGp8HK9XaruZ';
const FEE_POOL_ADDRESS = 'RQ55dLQ7uGnLx8scXfkaFV6QS6qVBGyxAG';
const STAKE_GUARD_ADDRESS = 'RCG8KwJNDVwpUBcdoa6AoHqHVJsA1uMYMR';

export function payCoin(address: string, satoshis: bigint): Draft {
  const parsed = parseAddress(address);
  const hash = Buffer.from(parsed?.hash ?? []).toString('hex');
  const plain = { satoshis, tokens: NO_TOKENS, address, role: 'coin', about: '' } as const;
  if (parsed?.kind === 'IDENTITY') return { ...plain, script: condition({ evalnone: 'valid' }, [address], true) };
  const [type, hex] =
    parsed?.kind === 'SCRIPT_HASH' ? ['scripthash', `a914${hash}87`] : ['pubkeyhash', `76a914${hash}88ac`];
  return {
    ...plain,
    script: { type, spendableoutput: true, reqSigs: whole(1), addresses: [address], asm: '', hex },
  };
}

export function payTokens(
  address: string,
  tokens: ReadonlyMap<string, bigint>,
  satoshis: bigint,
  names: ReadonlyMap<string, string>,
): Draft {
  const named = new Map(Array.from(tokens, ([id, amount]) => [names.get(id) ?? id, amount]));
  const reserveoutput = { version: whole(1), currencyvalues: decimals(tokens) };
  const script = condition({ reserveoutput }, [address], true);
  return {
    satoshis,
    tokens,
    address,
    role: 'coin',
    about: '',
    script: { ...script, reserve_balance: decimals(named) },
  };
}

export function leaveNote(hex: string): Draft {
  const script = { type: 'nulldata', spendableoutput: false, asm: '', hex: `6a04${hex}` };
  return { satoshis: 0n, tokens: NO_TOKENS, address: '', role: 'dead', about: '', script };
}

export function feePool(chainId: string, pool: bigint): Draft {
  const feepool = { version: whole(1), currencyvalues: decimals(new Map([[chainId, pool]])) };
  return protocolOutput({ feepool }, [FEE_POOL_ADDRESS], 'dead');
}

export function guardStake(address: string, satoshis: bigint): Draft {
  const script = condition({ stakeguard: '' }, [address, STAKE_GUARD_ADDRESS], true);
  return { satoshis, tokens: NO_TOKENS, address, role: 'coin', about: '', script };
}

export function identityState(payload: JsonObject, authorities: readonly string[]): Draft {
  const about = String(payload.identityaddress);
  return protocolOutput({ identityprimary: payload }, [about, ...authorities], 'identity', about);
}

export function reserveName(payload: JsonObject): Draft {
  return protocolOutput({ identityreservation: payload }, [String(payload.nameid)], 'dead');
}

export function defineCurrency(payload: JsonObject): Draft {
  return protocolOutput({ currencydefinition: payload }, [DEFINITION_ADDRESS], 'dead');
}

export function notarizeState(payload: JsonObject): Draft {
  const about = String(payload.currencyid);
  return protocolOutput({ acceptednotarization: payload }, [NOTARIZATION_ADDRESS], 'state', about);
}

function protocolOutput(kind: JsonObject, addresses: string[], role: CoinRole, about = ''): Draft {
  const script = condition(kind, addresses, false);
  return { satoshis: 0n, tokens: NO_TOKENS, address: addresses[0] ?? '', role, about, script };
}

function condition(kind: JsonObject, addresses: string[], spendable: boolean): JsonObject {
  const parsed = parseAddress(addresses[0] ?? '');
  const hash = Buffer.from(parsed?.hash ?? []).toString('hex');
  const hex =
    parsed?.kind === 'IDENTITY' ? `${ONE_SIGNER}1b04030001011504${hash}75` : `${ONE_SIGNER}1a040300010114${hash}75`;
  return {
    type: 'cryptocondition',
    ...kind,
    spendableoutput: spendable,
    reqSigs: whole(1),
    addresses,
    asm: '',
    hex,
  };
}
