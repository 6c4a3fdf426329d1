import { gatewayEnv } from '@ledgergraph/gateway/env';
import { findRoles, type LoadedRole, loadRole } from '@ledgergraph/program/run/find-roles';
import { z } from 'zod';

/** Several variables may share a description. */
export interface Setting {
  names: string[];
  about: string | undefined;
  /** Null: it is required; undefined: it may be absent. */
  standard: string | null | undefined;
  roles: LoadedRole[];
}

export async function loadRoles(): Promise<LoadedRole[]> {
  return await Promise.all(Array.from(findRoles().values(), loadRole));
}

export function variablesIn({ kind, env }: LoadedRole, subgraphs: readonly string[]): Record<string, z.ZodType> {
  if (kind === 'gateway') return gatewayEnv(subgraphs).shape;
  return ((env instanceof z.ZodPipe ? env.out : env) as unknown as z.ZodObject).shape as Record<string, z.ZodType>;
}

/** One description and default make one setting. */
export function listSettings(roles: readonly LoadedRole[]): Setting[] {
  const settings = new Map<string, Setting>();
  for (const role of roles) {
    const variables = Object.entries(variablesIn(role, ['<name>'])).filter(([name]) => name !== 'nodeVariables');
    for (const [name, schema] of variables) {
      const [about, standard] = [aboutOf(schema), standardOf(schema)];
      const key = `${about ?? name} ${standard}`;
      const setting = settings.get(key) ?? { names: [], about, standard, roles: [] };
      settings.set(key, setting);
      if (!setting.names.includes(name)) setting.names.push(name);
      if (!setting.roles.includes(role)) setting.roles.push(role);
    }
  }
  return [...settings.values()].sort(({ names: [a = ''] }, { names: [b = ''] }) => a.localeCompare(b));
}

function innerOf(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return schema.unwrap() as z.ZodType;
  return schema instanceof z.ZodPipe ? (schema.in as z.ZodType) : undefined;
}

function aboutOf(schema: z.ZodType): string | undefined {
  const inner = innerOf(schema);
  return schema.description ?? (inner && aboutOf(inner));
}

function standardOf(schema: z.ZodType): string | null | undefined {
  if (schema instanceof z.ZodDefault) return String(schema.def.defaultValue);
  if (schema instanceof z.ZodOptional) return undefined;
  const inner = innerOf(schema);
  return inner === undefined ? null : standardOf(inner);
}
