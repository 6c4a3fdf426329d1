import { z } from 'zod';
import type { AuditEntry } from '#/audit/record-audit.ts';
import type { Connection } from '#/db/connection.ts';
import { findTeammate } from '#/db/members.ts';
import { createSlug } from '#/teams/create-slug.ts';
import {
  mayChangeRole,
  mayDeleteTeam,
  mayInvite,
  mayManageTeam,
  mayRemoveMember,
  maySeeTeam,
  readRole,
  roles,
} from '#/teams/rights.ts';
import { INVITATION_RATES } from './auth-rates.ts';
import type { Done, Input, OpenRoute, TeamMatter } from './open-route.ts';

const id = z.uuid();
const teamName = z.string().trim().min(1, 'Give the team a name').max(64, 'At most 64 characters');
const role = z.enum(roles);
const ofTeam = z.object({ organizationId: id });
const invitation = z.object({ invitationId: id });

export const TEAM_ROUTES: Record<string, OpenRoute> = {
  '/organization/create': {
    method: 'POST',
    // A client that chose the slug could find out which slugs exist.
    input: z.object({ name: teamName }).transform(({ name }) => ({ name, slug: createSlug(name) })),
    needsCaller: true,
    holds: 'caller',
    record: recordOf(({ answer, input }) => ({
      action: 'team.create',
      teamId: idIn(answer),
      subjectId: idIn(answer),
      details: { name: String(input.name) },
    })),
  },
  '/organization/update': {
    method: 'POST',
    input: z.object({ organizationId: id, data: z.object({ name: teamName }) }),
    team: { find: findByTeamId, may: mayManageTeam },
    record: recordOf(({ input, matter }) => ({
      action: 'team.rename',
      ...subjectOf(matter),
      details: { name: (input.data as { name: string }).name },
    })),
  },
  '/organization/delete': { method: 'POST', input: ofTeam, team: { find: findByTeamId, may: mayDeleteTeam } },
  '/organization/set-active': { method: 'POST', input: ofTeam, team: { find: findByTeamId, may: maySeeTeam } },
  '/organization/update-member-role': {
    method: 'POST',
    holds: 'team',
    input: z.object({ organizationId: id, memberId: id, role }),
    team: {
      find: findByMember('memberId'),
      may: (held, { subject }, input) => mayChangeRole(held, subject?.role ?? 'owner', role.parse(input.role)),
    },
    record: recordOf(({ input, matter }) => ({
      action: 'member.set-role',
      ...subjectOf(matter),
      details: { email: matter?.subject?.name ?? '', from: matter?.subject?.role ?? '', to: String(input.role) },
    })),
  },
  '/organization/remove-member': {
    method: 'POST',
    holds: 'team',
    input: z.object({ organizationId: id, memberIdOrEmail: z.string().trim().toLowerCase().max(254) }),
    team: {
      find: findByMember('memberIdOrEmail'),
      may: (held, { subject }) => mayRemoveMember(held, subject?.role ?? 'owner'),
    },
    record: recordOf(({ matter }) => ({
      action: 'member.remove',
      ...subjectOf(matter),
      details: { email: matter?.subject?.name ?? '' },
    })),
  },
  '/organization/leave': {
    method: 'POST',
    holds: 'team',
    input: ofTeam,
    team: { find: findByTeamId, may: maySeeTeam },
    record: recordOf(({ caller, matter }) => ({
      action: 'member.leave',
      ...subjectOf(matter),
      ...(caller !== null && { subjectId: caller.id, details: { email: caller.email } }),
    })),
  },
  ...invitationRoutes(),
};

function invitationRoutes(): Record<string, OpenRoute> {
  return {
    '/organization/invite-member': {
      rates: INVITATION_RATES,
      method: 'POST',
      holds: 'team',
      input: z.object({
        organizationId: id,
        email: z.string().trim().toLowerCase().max(254),
        role,
        resend: z.boolean().optional(),
      }),
      team: { find: findByInvitedRole, may: (held, { subject }) => mayInvite(held, subject?.role ?? 'owner') },
      record: recordOf(({ input, answer, matter }) => ({
        action: 'invitation.create',
        ...subjectOf(matter),
        subjectId: idIn(answer),
        details: { email: String(input.email), role: String(input.role) },
      })),
    },
    '/organization/cancel-invitation': {
      method: 'POST',
      input: invitation,
      team: { find: findByInvitation, may: (held, { subject }) => mayInvite(held, subject?.role ?? 'owner') },
      record: recordOf(({ matter }) => ({
        action: 'invitation.cancel',
        ...subjectOf(matter),
        details: { email: matter?.subject?.name ?? '' },
      })),
    },
    // The invited person is not in the team yet: the library admits only the address of the invitation.
    '/organization/get-invitation': { method: 'GET', input: z.object({ id }) },
    '/organization/accept-invitation': {
      method: 'POST',
      holds: 'invitation',
      input: invitation,
      needsCaller: true,
      record: recordOf(({ answer }) => answerOf(answer, 'invitation.accept')),
    },
    '/organization/reject-invitation': {
      method: 'POST',
      input: invitation,
      needsCaller: true,
      record: recordOf(({ answer }) => answerOf(answer, 'invitation.decline')),
    },
  };
}

async function findByTeamId(_db: unknown, input: Input): Promise<TeamMatter> {
  return { teamId: String(input.organizationId) };
}

async function findByInvitedRole(_db: unknown, input: Input): Promise<TeamMatter> {
  const invited = { id: '', name: String(input.email), role: readRole(String(input.role)) };
  return { teamId: String(input.organizationId), subject: invited };
}

function findByMember(member: string): NonNullable<OpenRoute['team']>['find'] {
  return async (db, input) => {
    const teamId = String(input.organizationId);
    const found = await findTeammate(db, teamId, String(input[member]));
    if (found === null) return null;
    return { teamId, subject: { id: found.user.id, name: found.user.email, role: readRole(found.role) } };
  };
}

async function findByInvitation(db: Connection, input: Input): Promise<TeamMatter | null> {
  const found = await db.invitation.findUnique({ where: { id: String(input.invitationId) } });
  if (found === null) return null;
  const subject = { id: found.id, name: found.email, role: readRole(found.role ?? 'member') };
  return { teamId: found.organizationId, subject };
}

function recordOf(describe: (done: Done) => AuditEntry): NonNullable<OpenRoute['record']> {
  return (done) =>
    done.caller === null ? undefined : { who: { id: done.caller.id, name: done.caller.email }, entry: describe(done) };
}

function subjectOf(matter: TeamMatter | undefined): { teamId?: string; subjectId?: string } {
  return { ...(matter !== undefined && { teamId: matter.teamId, subjectId: matter.subject?.id ?? matter.teamId }) };
}

const withId = z.object({ id: z.string() });
const withInvitation = z.object({
  invitation: z.object({ id: z.string(), organizationId: z.string(), role: z.string() }),
});

function idIn(answer: unknown): string {
  return withId.parse(answer).id;
}

function answerOf(answer: unknown, action: 'invitation.accept' | 'invitation.decline'): AuditEntry {
  const { id: subjectId, organizationId: teamId, role: asRole } = withInvitation.parse(answer).invitation;
  return { action, teamId, subjectId, details: { role: asRole } };
}
