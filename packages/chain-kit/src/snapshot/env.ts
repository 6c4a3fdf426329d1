/** Undefined: it is not named. @param isAlone a container names its only database so */
export function readDatabaseUrl(service: string, isAlone: boolean): string | undefined {
  const url = process.env[`${service.toUpperCase()}_DATABASE_URL`] ?? (isAlone ? process.env.DATABASE_URL : undefined);
  return url === '' ? undefined : url;
}

export function readNodeCredentials(): { user: string; password: string } {
  return { user: process.env.NODE_USER ?? '', password: process.env.NODE_PASSWORD ?? '' };
}
