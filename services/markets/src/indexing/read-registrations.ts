import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findDefinitionPayload, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { readRegistration } from '#/registrations/read-registration.ts';
import type { Registration, RegistrationTerms } from '#/registrations/registration.ts';
import { termsOf } from '#/registrations/terms.ts';

export interface NewTerms extends RegistrationTerms {
  currencyId: string;
}

export interface RegistrationParts {
  txid: string;
  txIndex: number;
  terms: readonly NewTerms[];
  registration: Registration | null;
}

export function readRegistrations({ chainId, transactions }: Block): RegistrationParts[] {
  return transactions.flatMap((transaction) => {
    const terms = readTerms(transaction);
    const registration = readRegistration(transaction, chainId) ?? null;
    if (terms.length === 0 && registration === null) return [];
    return [{ txid: hex(transaction.txid), txIndex: transaction.index, terms, registration }];
  });
}

function readTerms({ outputs }: Transaction): NewTerms[] {
  const found = new Map<string, NewTerms>();
  for (const output of outputs) {
    const payload = findDefinitionPayload(output);
    if (payload === undefined) continue;
    const definition = readDefinition(payload);
    const terms = termsOf(definition);
    if (terms !== null) found.set(definition.currencyId, { ...terms, currencyId: definition.currencyId });
  }
  return [...found.values()];
}
