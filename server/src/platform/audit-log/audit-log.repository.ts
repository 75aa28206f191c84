import { sql, type Tx } from '#platform/database/index.ts';
import { redactSecrets } from './redact-secrets.ts';

/** The acting person or system. From the session or the key, never from a request body. */
export interface Actor {
  readonly kind: 'admin' | 'system' | 'platform' | 'anonymous';
  readonly id: string;
  readonly name: string;
  /** The client's IP address. */
  readonly ip?: string;
  readonly requestId?: string;
}

export interface AuditEntry {
  readonly actor: Actor;
  /** `<feature>.<verb>`: `offers.create`, `withdrawals.approve`. */
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string;
  /** Changed fields before and after. The caller masks secrets. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes an audit row in the transaction of the change: no change without its row. */
export const writeAudit = (tx: Tx, { entityId, ...entry }: AuditEntry): Promise<void> =>
  writeAuditOfEach(tx, entry, [entityId]);

/** Writes one row per record of the same change, so that each record has its history. */
export async function writeAuditOfEach(
  tx: Tx,
  { actor, action, entityType, before, after }: Omit<AuditEntry, 'entityId'>,
  entityIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, before, after, ip, request_id)
    select ${tx.now}, ${actor.kind}, ${actor.id}, ${actor.name}, ${action}, ${entityType}, entity_id,
           ${asJson(before)}::jsonb, ${asJson(after)}::jsonb, ${actor.ip ?? null}::inet, ${actor.requestId ?? null}
    from unnest(${entityIds}::text[]) with ordinality as e (entity_id, place) order by place`);
}

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(redactSecrets(value)));
