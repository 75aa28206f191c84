import { sql, type Queryable } from '#platform/database/index.ts';

/** Lists the offers that name the network, archived ones included. */
export async function listOfferIdsOfNetwork(q: Queryable, networkId: string): Promise<string[]> {
  const rows = await q.query<{ id: string }>(sql`select id from offers where network_id = ${networkId}`);
  return rows.map(({ id }) => id);
}
