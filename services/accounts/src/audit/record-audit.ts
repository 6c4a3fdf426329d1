import type { Connection } from '#/db/connection.ts';
import type { Actor } from './actor.ts';

/** Subject and verb of everything that is put on record. */
export type AuditAction =
  | 'key.create'
  | 'key.change'
  | 'key.rotate'
  | 'key.revoke'
  | 'key.allow-sending'
  | 'key.forbid-sending'
  | 'team.create'
  | 'team.rename'
  | 'team.set-plan'
  | 'team.delete'
  | 'member.add'
  | 'member.remove'
  | 'member.leave'
  | 'member.set-role'
  | 'invitation.create'
  | 'invitation.cancel'
  | 'invitation.accept'
  | 'invitation.decline'
  | 'user.create'
  | 'user.delete'
  | 'user.rename'
  | 'user.sign-in'
  | 'user.sign-in-failed'
  | 'user.sign-out'
  | 'user.sign-out-elsewhere'
  | 'user.sign-out-everywhere'
  | 'user.end-session'
  | 'user.change-password'
  | 'user.reset-password'
  | 'passkey.add'
  | 'passkey.remove'
  | 'plan.create'
  | 'plan.change'
  | 'plan.delete'
  | 'webhook.create'
  | 'webhook.change'
  | 'webhook.delete'
  | 'webhook.rotate-secret'
  | 'webhook.test'
  | 'webhook.replay'
  | 'operator-token.create'
  | 'operator-token.revoke';

export type AuditDetails = Record<string, string | number | boolean | null | string[]>;

export type AuditEntry = {
  action: AuditAction;
  /** Absent: not the matter of one team. */
  teamId?: string;
  /** Id of what it was done to. */
  subjectId?: string;
  /** Details of the change, for people. Never a key or a password. */
  details?: AuditDetails;
};

/**
 * Puts on record what `actor` does.
 * @param tx the transaction of what is done, so that neither stands without the other
 * @param at when it was done; absent: now
 */
export async function recordAudit(
  tx: Connection,
  actor: Actor,
  { action, teamId, subjectId, details = {} }: AuditEntry,
  at?: Date,
): Promise<void> {
  await tx.auditEntry.create({
    data: {
      actorKind: actor.kind,
      actorId: actor.kind === 'user' ? actor.id : null,
      actorName: actor.name,
      ...(actor.kind === 'user' && {
        ipAddress: actor.ipAddress,
        ...(actor.key !== undefined && { actorKeyId: actor.key.id, actorKey: actor.key.name }),
      }),
      action,
      teamId: teamId ?? null,
      subjectId: subjectId ?? null,
      details,
      ...(at !== undefined && { at }),
    },
  });
}
