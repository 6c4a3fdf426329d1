import { deleteRegistrationsAbove, type RegistrationRows, writeRegistrationRows } from '#/db/registration-rows.ts';
import type { Family } from './family.ts';
import { prepareRegistrations, type RegistrationBlock } from './prepare-registrations.ts';
import { readRegistrations } from './read-registrations.ts';

/** Registrations of identities, and what referrers earn by them. */
export const registrations: Family<RegistrationBlock, RegistrationRows> = {
  read: (block) => ({ height: block.height, time: Number(block.time), registrations: readRegistrations(block) }),
  prepare: prepareRegistrations,
  write: writeRegistrationRows,
  countViolations: ({ registrations: rows }) => rows.filter(({ followsRules }) => followsRules === false).length,
  revert: deleteRegistrationsAbove,
};
