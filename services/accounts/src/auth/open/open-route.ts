import type { z } from 'zod';
import type { AuditEntry } from '#/audit/record-audit.ts';
import type { SignedIn } from '#/auth/find-signed-in.ts';
import type { Connection } from '#/db/connection.ts';
import type { Role } from '#/teams/rights.ts';
import type { RouteRates } from './auth-rates.ts';

export type Input = Record<string, unknown>;

/** Team that a call concerns, and the person or thing in it. Null if the team has no such thing. */
export type TeamMatter = { teamId: string; subject?: { id: string; name: string; role?: Role } };

/** A call that succeeded, for the audit log. */
export type Done = {
  input: Input;
  /** The library's answer. */
  answer: unknown;
  caller: SignedIn | null;
  matter: TeamMatter | undefined;
};
export type Recorded = { who: { id: string; name: string }; entry: AuditEntry };

/** One route of the auth library that is open to the outside; those without an entry do not exist. */
export type OpenRoute = {
  method: 'GET' | 'POST';
  /** Absent: as any route that reads (GET) or writes. */
  rates?: RouteRates;
  /** Schema of the input, in the body or, with GET, in the query. Other members are dropped. */
  input: z.ZodType<Input>;
  /** For routes about one team: which, and who of its members may. Others get the answer that there is no such team. */
  team?: {
    find: (db: Connection, input: Input) => Promise<TeamMatter | null>;
    may: (role: Role, matter: TeamMatter, input: Input) => boolean;
  };
  /** The input has a password that may be wrong: attempts count by the e-mail address that is given, or else the caller's. */
  takesGuesses?: true;
  /** The library hashes the input's `password` in a transaction: it is hashed before. */
  hashesPassword?: true;
  /** The caller must be signed in. The session is looked up before the call, because signing out ends it. */
  needsCaller?: true;
  /**
   * The library checks first and writes afterwards. Meanwhile a lock keeps the facts that must hold of the team (an
   * owner, how many members and invitations), of the team that an invitation is to, or of the caller (how many teams and
   * passkeys).
   */
  holds?: 'team' | 'invitation' | 'caller';
  /** Throws AccountsError if the caller, whom `holds` names, has the most that a person may have. */
  checkRoom?: (tx: Connection, userId: string) => Promise<void>;
  /** The answer names the person who is signed in now, in `user`. */
  signsIn?: true;
  /** Audit entry of a call that succeeded. */
  record?: (done: Done) => Recorded | undefined;
  /** Audit entry of a call that was refused with 401, for the user whose address was given. */
  recordRefusal?: (user: { id: string; name: string }) => Recorded;
};
