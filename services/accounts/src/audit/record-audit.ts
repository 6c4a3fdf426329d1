import type { Connection } from '#/db/connection.ts';
import type { Actor } from './actor.ts';

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
  teamId?: string;
  subjectId?: string;
  /** Never holds a key or a password. */
  details?: AuditDetails;
};

/** @param tx the transaction of the action itself, so that neither stands without the other */
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
