import type pg from 'pg';

const OPEN = 2 ** 31 - 1;

/** Holds a transaction with all its rows written once it would pass a height, however fast the machine is. */
export class CommitGate {
  readonly #database: pg.Client;

  constructor(database: pg.Client) {
    this.#database = database;
  }

  async install(): Promise<void> {
    await this.#database.query(
      `CREATE SCHEMA gate;
       CREATE TABLE gate.allowed (height integer NOT NULL);
       INSERT INTO gate.allowed VALUES (-1);
       -- A sequence, since the one who is held cannot commit that it is.
       CREATE SEQUENCE gate.holds;
       CREATE SEQUENCE gate.blocks;
       CREATE FUNCTION gate.count() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           PERFORM nextval('gate.blocks');
           RETURN NEW;
         END $$;
       CREATE TRIGGER count BEFORE INSERT ON public.applied_block FOR EACH ROW EXECUTE FUNCTION gate.count();
       CREATE FUNCTION gate.hold() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           IF (SELECT max(height) FROM public.applied_block) > (SELECT height FROM gate.allowed) THEN
             PERFORM nextval('gate.holds');
           END IF;
           WHILE (SELECT max(height) FROM public.applied_block) > (SELECT height FROM gate.allowed) LOOP
             PERFORM pg_sleep(0.01);
           END LOOP;
           RETURN NULL;
         END $$;
       CREATE TRIGGER gate AFTER INSERT ON public.applied_block FOR EACH STATEMENT EXECUTE FUNCTION gate.hold();
       -- The transaction of a client that was killed ends at once, not when it is let through.
       ALTER DATABASE ${this.#database.database} SET client_connection_check_interval = 10`,
    );
  }

  /** Absent: any. */
  async allow(height = OPEN): Promise<void> {
    await this.#database.query('UPDATE gate.allowed SET height = $1', [height]);
  }

  async countHolds(): Promise<number> {
    const { rows } = await this.#database.query<{ holds: number }>(
      'SELECT CASE WHEN is_called THEN last_value ELSE 0 END::integer AS holds FROM gate.holds',
    );
    return rows[0]?.holds ?? 0;
  }
}
