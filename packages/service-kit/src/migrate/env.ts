/** The only reader of the environment in this folder. */
export function readEnv(): { databaseUrl: string | undefined } {
  return { databaseUrl: process.env.DATABASE_URL };
}
