/** Returns the address of a service's database; undefined: it is not named. @param isAlone it is the only one: a container names its own so */
export function readDatabaseUrl(service: string, isAlone: boolean): string | undefined {
  const url = process.env[`${service.toUpperCase()}_DATABASE_URL`] ?? (isAlone ? process.env.DATABASE_URL : undefined);
  return url === '' ? undefined : url;
}

/** Returns the credentials for the node that is asked. */
export function readNodeCredentials(): { user: string; password: string } {
  return { user: process.env.NODE_USER ?? '', password: process.env.NODE_PASSWORD ?? '' };
}
