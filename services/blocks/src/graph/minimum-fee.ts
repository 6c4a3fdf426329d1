import { exactlyOne } from '@ledgergraph/chain-kit/graph/arguments';
import { validationError } from '@ledgergraph/graph-kit/errors';
import { type FeeRules, readFeeRules } from '#/fees/fee-rules.ts';
import { type FeeCase, minimumFee } from '#/fees/minimum-fee.ts';
import type { BlocksContext } from './loaders.ts';

const COUNT_MAX = 100_000;
const BYTES_MAX = 2_000_000;

interface Outputs {
  outputs: number;
}

interface MinimumFeeInput {
  payment?: Outputs | null;
  tokenTransfer?: Outputs | null;
  conversion?: (Outputs & { transfers: number }) | null;
  nameCommitment?: Outputs | null;
  identityRegistration?: (Outputs & { referrers: number; isSubIdentity: boolean }) | null;
  identityUpdate?:
    | (Outputs & {
        contentMapEntries: number;
        contentMultimapBytes: number;
        primaryAddresses: number;
        privateAddresses: number;
      })
    | null;
  currencyDefinition?: (Outputs & { defines: 'CURRENCY' | 'CHAIN' | 'IDENTITY_CONTROL' }) | null;
}

/** In satoshis. */
export interface MinimumFeeRecord {
  fee: bigint;
  requiredFee: bigint;
  relayFee: bigint;
  insideOutputs: bigint;
  total: bigint;
}

/** @throws VALIDATION_ERROR naming `transaction`, and NOT_FOUND */
export async function findMinimumFee(
  _: unknown,
  args: { chainId?: string | null; transaction: MinimumFeeInput },
  context: BlocksContext,
): Promise<MinimumFeeRecord> {
  const rules = readFeeRules((await context.network(args.chainId)).nativeDefinition);
  const { relay, required, insideOutputs } = minimumFee(readCase(args.transaction, rules), rules);
  let fee = required;
  if (relay > fee) fee = relay;
  return { fee, requiredFee: required, relayFee: relay, insideOutputs, total: fee + insideOutputs };
}

function readCase(input: MinimumFeeInput, rules: FeeRules): FeeCase {
  const name = exactlyOneCase(input);
  const { payment, tokenTransfer, conversion, nameCommitment } = input;
  const { identityRegistration, identityUpdate, currencyDefinition } = input;
  checkNumbers(name, input[name] ?? {});
  const plain = payment ?? tokenTransfer;
  if (plain != null) return { kind: 'payment', outputs: plain.outputs };
  if (conversion != null) return { kind: 'conversion', ...conversion };
  if (nameCommitment != null) return { kind: 'nameCommitment', outputs: nameCommitment.outputs };
  if (identityRegistration != null) {
    checkReferrers(identityRegistration, rules);
    return { kind: 'identityRegistration', ...identityRegistration };
  }
  if (identityUpdate != null) {
    const { outputs, ...content } = identityUpdate;
    return { kind: 'identityUpdate', outputs, content };
  }
  if (currencyDefinition != null) return { kind: 'currencyDefinition', ...currencyDefinition };
  throw validationError('transaction', `transaction has no ${name}`);
}

function exactlyOneCase(input: MinimumFeeInput): keyof MinimumFeeInput {
  try {
    const kinds: Record<string, unknown> = { ...input };
    return exactlyOne(kinds)?.name as keyof MinimumFeeInput;
  } catch {
    throw validationError('transaction', 'transaction takes exactly one kind of transaction');
  }
}

function checkNumbers(kind: string, fields: object): void {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'number') continue;
    const most = name === 'contentMultimapBytes' ? BYTES_MAX : COUNT_MAX;
    const least = name === 'outputs' || name === 'transfers' || name === 'primaryAddresses' ? 1 : 0;
    if (value < least || value > most) {
      throw validationError('transaction', `${kind}.${name} must be from ${least} to ${most}`);
    }
  }
}

function checkReferrers({ referrers, isSubIdentity }: { referrers: number; isSubIdentity: boolean }, rules: FeeRules) {
  if (isSubIdentity && referrers > 0) {
    throw validationError('transaction', 'the referrers of a sub-identity are paid in the currency of its parent');
  }
  if (referrers > rules.referralLevels) {
    throw validationError('transaction', `this chain pays ${rules.referralLevels} referrers at most`);
  }
}
