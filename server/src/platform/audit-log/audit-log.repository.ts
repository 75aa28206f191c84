import type { Right } from '@muneem/contract/rights';
import { sql, type Tx } from '#platform/database/index.ts';

/** The acting person or system. From the session or the key, never from a request body. */
export interface Actor {
  readonly kind: 'admin' | 'system' | 'platform' | 'anonymous';
  readonly id: string;
  readonly name: string;
  /** The client's IP address. */
  readonly ip?: string;
  readonly requestId?: string;
  /** Set if this actor confirms the call of another administrator. */
  readonly confirms?: ConfirmedProposal;
}

/** A proposal that the actor confirms. */
export interface ConfirmedProposal {
  readonly proposalId: string;
  /** The administrator who proposed it. */
  readonly proposedBy: { readonly id: string; readonly name: string };
  /** The right that both need. */
  readonly right: Right | undefined;
  /** Hash of everything that the call is about. Null for a part of a call that is confirmed already. */
  readonly digest: string | null;
}

/** The changed fields before and after. The caller masks secrets. */
export interface Change {
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Writes an audit row for each record, in the transaction of the change: no change without its row.
 * @param action `<feature>.<verb>`: `offers.create`, `withdrawals.approve`
 * @param record its type, then the ids. Each id gets a row
 */
export async function writeAudit(
  tx: Tx,
  actor: Actor,
  action: string,
  record: readonly [type: string, ...ids: string[]],
  { before, after }: Change = {},
): Promise<void> {
  const [type, ...ids] = record;
  await tx.execute(sql`
    insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, before, after, ip, request_id)
    select ${tx.now}, ${actor.kind}, ${actor.id}, ${actor.name}, ${action}, ${type}, entity_id,
           ${asJson(before)}::jsonb, ${asJson(withProposer(after, actor))}::jsonb, ${actor.ip ?? null}::inet, ${actor.requestId ?? null}
    from unnest(${ids}::text[]) with ordinality as e (entity_id, position) order by position`);
}

/** Names both persons of a decision. */
const withProposer = (after: unknown, { confirms }: Actor): unknown =>
  confirms === undefined ? after : { ...(after as object), proposedBy: confirms.proposedBy.name };

/** The name that a record keeps of its decision: one person, or both. */
export const decidedByName = ({ name, confirms }: Actor): string =>
  confirms === undefined ? name : `${name}, proposed by ${confirms.proposedBy.name}`;

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(redactSecrets(value)));

/** Names of fields that are never logged in clear. */
const SECRET_FIELD = /(password|passwd|secret|token|api_?key|otp|authorization|cookie|private_?key)$/i;
/** Matches values that reveal nothing: masked texts and fixed words. */
const TELLS_NOTHING = /^(•.*|\(?(set|none|changed|new|old)\)?|)$/s;
const REDACTED = '••••••••';

/** Returns a copy with masked secrets. A safety net: callers already mask them. */
function redactSecrets(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(redactSecrets);
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      typeof inner === 'string' && SECRET_FIELD.test(field) && !TELLS_NOTHING.test(inner)
        ? REDACTED
        : redactSecrets(inner),
    ]),
  );
}
