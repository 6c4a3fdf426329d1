import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { isJsonObject, type JsonValue, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';

/** Rules of every daemon (docs/verus/fees.md#constants), in satoshis. */
export const RELAY = {
  /** Fee of a transaction, of each further output, and of each unit of an identity update. */
  step: 10_000n,
  outputsIncluded: 3,
  /** Besides those of the referral levels. */
  registrationOutputsIncluded: 2,
  /** Bytes of an identity's contentMultimap for one step. */
  multimapBytes: 128,
  /** Bytes beyond which an output's script costs another step; beyond twice as many, two. */
  largeScriptBytes: 2_000,
  perThousandBytes: 100n,
  dustLimit: 54n,
  transfer: 20_000n,
} as const;

const ID_REFERRALS = 8;

export interface FeeRules {
  identityRegistration: bigint;
  /** 0 where the chain has no referrals. */
  referralLevels: number;
  /** Native part for an identity below another currency, or an imported one. */
  identityImport: bigint;
  currencyRegistration: bigint;
  chainRegistration: bigint;
  currencyImport: bigint;
}

/** The daemon's defaults (crosschainrpc.h). */
const DEFAULTS = {
  idregistrationfees: 10_000_000_000n,
  idimportfees: 2_000_000n,
  currencyregistrationfee: 20_000_000_000n,
  pbaassystemregistrationfee: 1_000_000_000_000n,
  currencyimportfee: 10_000_000_000n,
};
const REFERRAL_LEVELS_DEFAULT = 3;

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

export function referredPrice({ identityRegistration, referralLevels }: FeeRules): bigint {
  if (referralLevels === 0) return identityRegistration;
  return (identityRegistration * BigInt(referralLevels + 1)) / BigInt(referralLevels + 2);
}

export function referralShare({ identityRegistration, referralLevels }: FeeRules): bigint {
  return referralLevels === 0 ? 0n : identityRegistration / BigInt(referralLevels + 2);
}
