import type { Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readCoinbaseLock } from '@ledgergraph/verus-protocol/coinbase-lock';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { type IdentityCondition, readSpendCondition } from '@ledgergraph/verus-protocol/spend-condition';
import type { AddressRegistry } from '#/db/address-registry.ts';
import type { ChainAddress } from '#/db/chain-address.ts';
import { type Guard, heightGuard, OPEN_GUARD, PROTOCOL_GUARD } from '#/db/guard.ts';
import type { JointGuard } from '#/db/joint-guards.ts';

const CONDITION_TYPE = 'cryptocondition';
const VRSC = identityAddressOf(['VRSC']);

/** Keeps the conditions of several identities, which need rows of their own. */
export class Guards {
  readonly joint = new Map<ChainAddress, JointGuard>();
  readonly #registry: AddressRegistry;

  constructor(registry: AddressRegistry) {
    this.#registry = registry;
  }

  /** Null where no time locks the outputs. */
  unlockHeightOf({ index, outputs }: Pick<Transaction, 'index' | 'outputs'>): number | null {
    return index === 0 ? readCoinbaseLock(outputs) : null;
  }

  /** @param unlockHeight of the transaction @param height of its block */
  read(output: Output, unlockHeight: number | null, height: number): Guard {
    if (!output.spendable) return PROTOCOL_GUARD;
    if (unlockHeight !== null) return this.#timeGuard(output, unlockHeight);
    if (output.scriptType !== CONDITION_TYPE || !output.addresses.some(isIdentity)) return OPEN_GUARD;
    const condition = readSpendCondition(output.script);
    if (condition === 'KEYS') return OPEN_GUARD;
    return condition === 'NO_ONE' ? PROTOCOL_GUARD : this.#identityGuard(condition, height);
  }

  /**
   * CHECKLOCKTIMEVERIFY requires a lock time that is at least the unlock height, and only a block above it may contain that
   * (main.cpp:IsFinalTx). VRSC withholds the other outputs of such a coinbase until the unlock height itself (main.cpp:CheckInputs).
   */
  #timeGuard({ index }: Output, unlockHeight: number): Guard {
    if (index === 0) return heightGuard(unlockHeight + 1);
    return this.#registry.native.text === VRSC ? heightGuard(unlockHeight) : OPEN_GUARD;
  }

  #identityGuard({ needed, groups }: IdentityCondition, height: number): Guard {
    const [first] = groups;
    if (groups.length === 1 && first?.identities.length === 1)
      return this.#registry.at(height, first.identities[0] ?? '');
    // No address has this form, so the condition can share their ids.
    const text = `${needed}(${groups.map((group) => `${group.needed}(${group.identities.join(' ')})`).join(' ')})`;
    const guard = this.#registry.at(height, text);
    if (!this.joint.has(guard)) {
      const identities = groups.map((group) => group.identities.map((id) => this.#registry.at(height, id)));
      this.joint.set(guard, {
        guard,
        height,
        needed,
        groups: groups.map((group, index) => ({ needed: group.needed, identities: identities[index] ?? [] })),
      });
    }
    return guard;
  }
}

function isIdentity(address: string): boolean {
  return address.startsWith('i');
}
