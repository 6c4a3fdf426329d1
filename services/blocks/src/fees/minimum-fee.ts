import { type FeeRules, RELAY, referralShare, referredPrice } from './fee-rules.ts';

export type FeeCase =
  | { kind: 'payment' | 'nameCommitment'; outputs: number }
  | { kind: 'conversion'; outputs: number; transfers: number }
  | { kind: 'identityRegistration'; outputs: number; referrers: number; isSubIdentity: boolean }
  | { kind: 'identityUpdate'; outputs: number; content: IdentityContent }
  | { kind: 'currencyDefinition'; outputs: number; defines: 'CURRENCY' | 'CHAIN' | 'IDENTITY_CONTROL' };

export interface IdentityContent {
  contentMapEntries: number;
  contentMultimapBytes: number;
  primaryAddresses: number;
  privateAddresses: number;
}

/** Native satoshis. */
export interface MinimumFee {
  /** Below this, peers limit how much they relay. */
  relay: bigint;
  /** Below this, the transaction is not valid; 0 for most. */
  required: bigint;
  insideOutputs: bigint;
}

/** The least for a valid transaction that peers relay (docs/verus/fees.md). */
export function minimumFee(transaction: FeeCase, rules: FeeRules): MinimumFee {
  const { outputs } = transaction;
  switch (transaction.kind) {
    case 'payment':
    case 'nameCommitment':
      return { relay: relayFee(outputs), required: 0n, insideOutputs: 0n };
    case 'conversion':
      return { relay: relayFee(outputs), required: 0n, insideOutputs: RELAY.transfer * BigInt(transaction.transfers) };
    case 'identityUpdate':
      return { relay: relayFee(outputs, { units: countUnits(transaction.content) }), required: 0n, insideOutputs: 0n };
    case 'identityRegistration':
      return registrationFee(transaction, rules);
    case 'currencyDefinition':
      return definitionFee(transaction, rules);
  }
}

/** Each unit costs a step (main.cpp:AcceptToMemoryPool, identityFeeFactor). */
function countUnits(content: IdentityContent): number {
  return (
    content.contentMapEntries +
    Math.ceil(content.contentMultimapBytes / RELAY.multimapBytes) +
    Math.max(content.primaryAddresses - 1, 0) +
    Math.max(content.privateAddresses - 1, 0)
  );
}

/** main.cpp:GetMinRelayFeeByOutputs for outputs without large scripts. */
function relayFee(outputs: number, { units = 0, moreIncluded = 0 } = {}): bigint {
  const further = Math.max(outputs - RELAY.outputsIncluded - moreIncluded, 0);
  return RELAY.step * BigInt(Math.max(units, 1) + further);
}

/** identity.cpp:PrecheckIdentityReservation: the price minus the referrers' outputs. */
function registrationFee(
  { outputs, referrers, isSubIdentity }: FeeCase & { kind: 'identityRegistration' },
  rules: FeeRules,
): MinimumFee {
  const relay = relayFee(outputs, { moreIncluded: rules.referralLevels + RELAY.registrationOutputsIncluded });
  if (isSubIdentity) return { relay, required: rules.identityImport, insideOutputs: 0n };
  if (referrers === 0) return { relay, required: rules.identityRegistration, insideOutputs: 0n };
  const insideOutputs = referralShare(rules) * BigInt(referrers);
  return { relay, required: referredPrice(rules) - insideOutputs, insideOutputs };
}

/** The other half lies in the `reservedeposit` output until the launch. */
function definitionFee({ outputs, defines }: FeeCase & { kind: 'currencyDefinition' }, rules: FeeRules): MinimumFee {
  const prices = {
    CURRENCY: rules.currencyRegistration,
    CHAIN: rules.chainRegistration,
    IDENTITY_CONTROL: rules.identityImport,
  };
  const insideOutputs = prices[defines] / 2n;
  return { relay: relayFee(outputs), required: prices[defines] - insideOutputs, insideOutputs };
}
