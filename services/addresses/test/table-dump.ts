import type { PrismaClient } from '#/generated/prisma/client.ts';

/** Our tables, in an order that says where a difference began. */
const TABLES = [
  'output',
  'address_output',
  'token_output',
  'address_transaction',
  'balance_change',
  'token_balance',
  'holder_change',
  'held_total',
  'holder',
  'known_currency',
];

/** Every row of every table of one chain as text, sorted: two databases are equal row for row if this is. */
export async function dumpTables(prisma: PrismaClient, chainId: string): Promise<Record<string, string[]>> {
  const dumps: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await prisma.$queryRawUnsafe<{ text: string }[]>(
      `SELECT row_text.text FROM (SELECT "${table}"::text AS text FROM "${table}" WHERE chain_id = $1) row_text ORDER BY 1`,
      chainId,
    );
    dumps[table] = rows.map(({ text }) => text);
  }
  return dumps;
}
