import type { FastifyInstance } from 'fastify';
import type { TeamMember } from '#/db/members.ts';
import { listMembers } from '#/db/members.ts';
import { pageTeams, type TeamOnPlan } from '#/db/teams.ts';
import { pageUsers } from '#/db/users.ts';
import { getTeam } from '#/teams/get-team.ts';
import { addMember, removeMember, setMemberRole } from '#/teams/members.ts';
import { readRole } from '#/teams/rights.ts';
import { createTeam, deleteTeam, deleteTeamWithKeys, renameTeam, setTeamPlan } from '#/teams/teams.ts';
import { deleteUser } from '#/user-lifecycle/delete-user.ts';
import { createUser, ensureUser } from '#/user-lifecycle/ensure-user.ts';
import { signOutUser } from '#/users/sign-out-user.ts';
import { forOperator, pathPart } from '../caller.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import * as contract from '../operator-contract.ts';
import { operatorPageSchema, readPage } from '../pages.ts';
import { CHANGING, READING } from '../rates.ts';
import { readInput } from '../read-input.ts';

const OWN_EMAIL = 'operator@localhost';

export function userRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.get(
    '/users',
    READING,
    forOperator(deps, async (_operator, { query }): Promise<contract.UserPage> => {
      const asked = readInput(operatorPageSchema, query);
      const { rows, ...end } = await readPage(deps, 'users', asked, pageUsers.bind(null, deps.db));
      const users = rows.map(({ id, email, name, emailVerified, createdAt, memberships }) => ({
        id,
        email,
        name,
        emailVerified,
        createdAt: createdAt.toISOString(),
        teams: memberships.map(({ team, role }) => ({ ...nameOf(team), role })),
      }));
      return { users, ...end };
    }),
  );

  scope.post(
    '/users',
    CHANGING,
    forOperator(deps, async (operator, { body }, reply): Promise<contract.CreatedUser> => {
      const { plan: planId, ...wanted } = readInput(contract.newUserSchema, body);
      const { user, team } = await createUser(deps, operator, { ...wanted, planId });
      reply.code(201);
      return { id: user.id, email: user.email, name: user.name, team: nameOf(team), plan: team.planId };
    }),
  );

  scope.post(
    '/users/sign-out',
    CHANGING,
    forOperator(deps, async (operator, { body }): Promise<contract.SignedOutUser> => {
      const { user, sessions } = await signOutUser(deps, operator, readInput(contract.userReferenceSchema, body).email);
      return { id: user.id, email: user.email, sessions };
    }),
  );

  scope.post(
    '/users/delete',
    CHANGING,
    forOperator(deps, async (operator, { body }): Promise<contract.DeletedUser> => {
      const { email, ...rule } = readInput(contract.userDeletionSchema, body);
      const { user, handedOver, deleted } = await deleteUser(deps, operator, email, rule);
      const teams = { handedOver: handedOver.map(nameOf), deletedTeams: deleted.map(nameOf) };
      return { id: user.id, email: user.email, ...teams };
    }),
  );
}

export function teamRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const { db } = deps;
  scope.get(
    '/teams',
    READING,
    forOperator(deps, async (_operator, { query }): Promise<contract.TeamPage> => {
      const asked = readInput(operatorPageSchema, query);
      const { rows, ...end } = await readPage(deps, 'teams', asked, pageTeams.bind(null, db));
      return { teams: rows.map((team) => ({ ...toTeam(team), ...team._count })), ...end };
    }),
  );

  scope.get(
    '/teams/:team',
    READING,
    forOperator(deps, async (_operator, request): Promise<contract.ShownTeam> => {
      const team = await getTeam(db, pathPart(request, 'team'));
      const members = (await listMembers(db, team.id)).map(
        ({ user: { id: userId, email, name }, role, createdAt }) => ({
          userId,
          email,
          name,
          role: readRole(role),
          since: createdAt.toISOString(),
        }),
      );
      return { ...toTeam(team), members };
    }),
  );

  scope.post(
    '/teams',
    CHANGING,
    forOperator(deps, async (operator, { body }, reply): Promise<contract.Team> => {
      const { name, owner: ownerEmail, plan: planId } = readInput(contract.newTeamSchema, body);
      const team = await createTeam(deps, operator, { name, ownerEmail, planId });
      reply.code(201);
      return toTeam(team);
    }),
  );

  scope.post(
    '/own-team',
    CHANGING,
    forOperator(deps, async (operator): Promise<contract.Team> => {
      const { team } = await db.$transaction((tx) => ensureUser(tx, operator, { email: OWN_EMAIL }));
      return toTeam(team);
    }),
  );

  changeRoutes(scope, deps);
  memberRoutes(scope, deps);
}

function changeRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const { db } = deps;
  scope.patch(
    '/teams/:team',
    CHANGING,
    forOperator(deps, async (operator, request): Promise<{ before: contract.Team; team: contract.Team }> => {
      const { name, plan } = readInput(contract.teamChangeSchema, request.body);
      const before = await getTeam(db, pathPart(request, 'team'));
      if (name !== undefined) await renameTeam(deps, operator, before.id, name);
      if (plan !== undefined) await setTeamPlan(deps, operator, before.id, plan);
      return { before: toTeam(before), team: toTeam(await getTeam(db, before.id)) };
    }),
  );

  scope.post(
    '/teams/:team/delete',
    CHANGING,
    forOperator(deps, async (operator, request): Promise<contract.Team> => {
      const { withKeys } = readInput(contract.teamDeletionSchema, request.body);
      const team = await getTeam(db, pathPart(request, 'team'));
      await (withKeys ? deleteTeamWithKeys : deleteTeam)(deps, operator, team.id);
      return toTeam(team);
    }),
  );
}

function memberRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const change = (act: typeof addMember) =>
    forOperator(deps, async (operator, request): Promise<contract.ChangedMember> => {
      const wanted = readInput(contract.memberSchema, request.body);
      const team = await getTeam(deps.db, pathPart(request, 'team'));
      return toMember(await act(deps, operator, team.id, wanted));
    });
  scope.post('/teams/:team/members', CHANGING, change(addMember));
  scope.patch('/teams/:team/members', CHANGING, change(setMemberRole));
  scope.post(
    '/teams/:team/members/remove',
    CHANGING,
    forOperator(deps, async (operator, request): Promise<contract.ChangedMember> => {
      const wanted = readInput(contract.userReferenceSchema, request.body);
      const team = await getTeam(deps.db, pathPart(request, 'team'));
      return toMember(await removeMember(deps, operator, team.id, wanted));
    }),
  );
}

function nameOf({ id, slug }: { id: string; slug: string }): { id: string; slug: string } {
  return { id, slug };
}

function toTeam({ id, slug, name, planId, createdAt }: TeamOnPlan): contract.Team {
  return { id, slug, name, plan: planId, createdAt: createdAt.toISOString() };
}

function toMember({ user, organizationId, role }: TeamMember): contract.ChangedMember {
  return { userId: user.id, email: user.email, teamId: organizationId, role };
}
