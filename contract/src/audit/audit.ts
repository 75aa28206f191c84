import * as z from '#schema';

const AUDIT_ACTOR_KINDS = ['admin', 'system', 'platform', 'anonymous'] as const;
/** Entries on a page of the audit log. */
export const AUDIT_PAGE_SIZE = 50;

/** The changed fields before or after, secrets masked. Any JSON, usually an object. */
const recorded = z.nullable(z.unknown());

export const auditActor = z.object({ kind: z.enum(AUDIT_ACTOR_KINDS), id: z.string(), name: z.string() });
export type AuditActor = z.infer<typeof auditActor>;

export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: auditActor,
  /** `<feature>.<verb>`: `offers.update`. */
  action: z.string(),
  recordType: z.string(),
  recordId: z.string(),
  before: recorded,
  after: recorded,
  /** The caller's IP address. Null for the system's own work. */
  ip: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const signInView = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  outcome: z.enum(['signed_in', 'wrong_password', 'wrong_code']),
  ip: z.nullable(z.string()),
  /** The browser's User-Agent header. Empty if unknown. */
  userAgent: z.string(),
});
export type SignIn = z.infer<typeof signInView>;
