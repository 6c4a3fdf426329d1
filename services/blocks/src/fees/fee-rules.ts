import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { isJsonObject, type JsonValue, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';

/** Rules that every daemon has (docs/verus/fees.md#constants). Amounts are satoshis. */
export const RELAY = {
  /** Fee of a transaction, of each further output, and of each unit of an identity update. */
  step: 10_000n,
  /** Outputs that one fee pays for: a payment and change in up to two kinds. */
  outputsIncluded: 3,
  /** Outputs of a registration that its reservation pays for, besides those of the referral levels. */
  registrationOutputsIncluded: 2,
  /** Bytes of an identity's contentMultimap that one step pays for. */
  multimapBytes: 128,
  /** Bytes beyond which the script of an output costs another step, and twice as many beyond which it costs two. */
  largeScriptBytes: 2_000,
  perThousandBytes: 100n,
  dustLimit: 54n,
  transfer: 20_000n,
} as const;

const ID_REFERRALS = 8;

/** Fees of a chain by its own definition. Amounts are satoshis of the native coin. */
export interface FeeRules {
  identityRegistration: bigint;
  /** How many referrers share in a registration; 0 where the chain has no referrals. */
  referralLevels: number;
  /** Native part of the fee of an identity whose parent is another currency than the native one, and of an imported one. */
  identityImport: bigint;
  currencyRegistration: bigint;
  chainRegistration: bigint;
  currencyImport: bigint;
}

/** The daemon's defaults, for a definition that lacks a member (crosschainrpc.h). */
const DEFAULTS = {
  idregistrationfees: 10_000_000_000n,
  idimportfees: 2_000_000n,
  currencyregistrationfee: 20_000_000_000n,
  pbaassystemregistrationfee: 1_000_000_000_000n,
  currencyimportfee: 10_000_000_000n,
};
const REFERRAL_LEVELS_DEFAULT = 3;

/** Reads the fees of a chain. @param definition getcurrency of the native currency; null where the node gave none: the defaults */
export function readFeeRules(definition: JsonValue | null): FeeRules {
  const members = isJsonObject(definition) ? definition : {};
  const amount = (name: keyof typeof DEFAULTS): bigint => {
    const value = members[name];
    return value instanceof LosslessNumber ? satoshisFromDecimalText(value.value) : DEFAULTS[name];
  };
  return {
    identityRegistration: amount('idregistrationfees'),
    referralLevels: readReferralLevels(members.options, members.idreferrallevels),
    identityImport: amount('idimportfees'),
    currencyRegistration: amount('currencyregistrationfee'),
    chainRegistration: amount('pbaassystemregistrationfee'),
    currencyImport: amount('currencyimportfee'),
  };
}

function readReferralLevels(options: JsonValue | undefined, levels: JsonValue | undefined): number {
  if (options instanceof LosslessNumber && (Number(options.value) & ID_REFERRALS) === 0) return 0;
  return levels instanceof LosslessNumber ? Number(levels.value) : REFERRAL_LEVELS_DEFAULT;
}

/** Price of an identity that names a referrer: one share less than the full price. */
export function referredPrice({ identityRegistration, referralLevels }: FeeRules): bigint {
  if (referralLevels === 0) return identityRegistration;
  return (identityRegistration * BigInt(referralLevels + 1)) / BigInt(referralLevels + 2);
}

/** Amount for each referrer; 0 where the chain has no referrals. */
export function referralShare({ identityRegistration, referralLevels }: FeeRules): bigint {
  return referralLevels === 0 ? 0n : identityRegistration / BigInt(referralLevels + 2);
}
