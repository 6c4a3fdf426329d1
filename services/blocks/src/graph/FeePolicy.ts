import type { Network } from '@ledgergraph/graph-kit/network';
import { type FeeRules, RELAY, readFeeRules, referralShare, referredPrice } from '#/fees/fee-rules.ts';

export function feePolicy({ nativeDefinition }: Pick<Network, 'nativeDefinition'>): FeeRules {
  return readFeeRules(nativeDefinition);
}

export const FeePolicy = {
  transactionFee: (): bigint => RELAY.step,
  outputsIncluded: (): number => RELAY.outputsIncluded,
  furtherOutputFee: (): bigint => RELAY.step,
  largeScriptBytes: (): number => RELAY.largeScriptBytes,
  largeScriptFee: (): bigint => RELAY.step,
  relayFeePerThousandBytes: (): bigint => RELAY.perThousandBytes,
  dustLimit: (): bigint => RELAY.dustLimit,
  transferFee: (): bigint => RELAY.transfer,
  identityUpdateUnitFee: (): bigint => RELAY.step,
  contentMultimapBytesPerUnit: (): number => RELAY.multimapBytes,
  identityRegistrationFee: ({ identityRegistration }: FeeRules): bigint => identityRegistration,
  referredIdentityRegistrationFee: (rules: FeeRules): bigint => referredPrice(rules),
  referralShare: (rules: FeeRules): bigint => referralShare(rules),
  identityImportFee: ({ identityImport }: FeeRules): bigint => identityImport,
  currencyRegistrationFee: ({ currencyRegistration }: FeeRules): bigint => currencyRegistration,
  chainRegistrationFee: ({ chainRegistration }: FeeRules): bigint => chainRegistration,
  currencyImportFee: ({ currencyImport }: FeeRules): bigint => currencyImport,
};
