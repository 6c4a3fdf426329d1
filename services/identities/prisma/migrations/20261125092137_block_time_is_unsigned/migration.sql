-- A block's time is a uint32, which an int4 cannot hold from 2038-01-19T03:14:08Z on. The type is OID, not BIGINT: the bytes of an int4 are those of
-- an oid, so Postgres changes the catalogue only. BIGINT would rewrite the table and its indexes under an exclusive lock, minutes on a long chain, and
-- processes of the version before would read wrong times from it meanwhile; they read and write an OID as they do an INTEGER, up to 2038.
ALTER TABLE "applied_block" ALTER COLUMN "time" TYPE OID;
