import type { z } from 'zod';
import type { AuditEntry } from '#/audit/record-audit.ts';
import type { SignedIn } from '#/auth/find-signed-in.ts';
import type { Connection } from '#/db/connection.ts';
import type { Role } from '#/teams/rights.ts';
import type { RouteRates } from './auth-rates.ts';

export type Input = Record<string, unknown>;

/** Null: the team has no such person or thing. */
export type TeamMatter = { teamId: string; subject?: { id: string; name: string; role?: Role } };

export type Done = {
  input: Input;
  answer: unknown;
  caller: SignedIn | null;
  matter: TeamMatter | undefined;
};
export type Recorded = { who: { id: string; name: string }; entry: AuditEntry };

/** Routes of the auth library without an entry do not exist for the outside. */
export type OpenRoute = {
  method: 'GET' | 'POST';
  rates?: RouteRates;
  input: z.ZodType<Input>;
  /** Non-members get the answer that there is no such team. */
  team?: {
    find: (db: Connection, input: Input) => Promise<TeamMatter | null>;
    may: (role: Role, matter: TeamMatter, input: Input) => boolean;
  };
  /** Attempts count by the e-mail address that is given, else the caller's. */
  takesGuesses?: true;
  /** The library would hash the input's `password` while a transaction is open, so it is hashed earlier. */
  hashesPassword?: true;
  /** The session is looked up before the call, because signing out ends it. */
  needsCaller?: true;
  /** The library checks first and writes afterwards. A lock on this row keeps the checked limits true meanwhile. */
  holds?: 'team' | 'invitation' | 'caller';
  /** Throws AccountsError if the caller, whom `holds` names, has reached the limit. */
  checkRoom?: (tx: Connection, userId: string) => Promise<void>;
  signsIn?: true;
  record?: (done: Done) => Recorded | undefined;
  /** For a call refused with 401; the user is the one of the given address. */
  recordRefusal?: (user: { id: string; name: string }) => Recorded;
};
