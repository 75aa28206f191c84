import { sql, type Queryable } from '#platform/database/index.ts';

export interface StoredRequest {
  readonly requestHash: string;
  /** Null while the request is in progress. */
  readonly status: number | null;
  readonly answer: unknown;
}

/**
 * Claims a key that is new, or whose request started before `abandonedBefore` and never finished.
 * @returns false if another request has it
 */
export async function claimKey(
  q: Queryable,
  claim: { scope: string; key: string; requestHash: string; at: Date; abandonedBefore: Date },
): Promise<boolean> {
  const claimed = await q.execute(sql`
    insert into idempotency_keys as k (scope, key, request_hash, created_at)
    values (${claim.scope}, ${claim.key}, ${claim.requestHash}, ${claim.at})
    on conflict (scope, key) do update set created_at = excluded.created_at
      where k.status is null and k.request_hash = excluded.request_hash and k.created_at < ${claim.abandonedBefore}`);
  return claimed === 1;
}

export const findRequest = (q: Queryable, scope: string, key: string): Promise<StoredRequest | null> =>
  q.findOne(sql`
    select request_hash, status, answer from idempotency_keys where scope = ${scope} and key = ${key}`);

/** @returns false if the key already has an answer or belongs to another request */
export async function storeAnswer(
  q: Queryable,
  { scope, key, requestHash }: { scope: string; key: string; requestHash: string },
  status: number,
  answer: unknown,
): Promise<boolean> {
  const rows = await q.execute(sql`
    update idempotency_keys set status = ${status}, answer = ${JSON.stringify(answer)}
    where scope = ${scope} and key = ${key} and request_hash = ${requestHash} and status is null`);
  return rows === 1;
}

/** Releases a key whose request changed nothing. */
export async function releaseKey(q: Queryable, scope: string, key: string): Promise<void> {
  await q.execute(sql`delete from idempotency_keys where scope = ${scope} and key = ${key} and status is null`);
}

export async function deleteKeysBefore(q: Queryable, at: Date): Promise<void> {
  await q.execute(sql`delete from idempotency_keys where created_at < ${at}`);
}
