import type { CustomPostbackColumns } from './custom-postbacks.repository.ts';

const KEPT = [
  'companyName',
  'companyId',
  'contactEmail',
  'contactPerson',
  'eventName',
  'postbackUrl',
  'httpMethod',
  'bodyTemplate',
  'authType',
  'priority',
  'retryCount',
  'timeoutMs',
] as const satisfies readonly (keyof CustomPostbackColumns)[];

/** What the audit log keeps: everything but the secret, of which it only tells that it is there. */
export const auditView = (columns: CustomPostbackColumns): Record<string, unknown> => ({
  ...Object.fromEntries(KEPT.map((name) => [name, columns[name]])),
  hasSecret: columns.authSealed !== null,
});

/** The fields that differ, before and after. A new secret shows as such. */
export function auditChanges(
  before: CustomPostbackColumns,
  after: CustomPostbackColumns,
  secretChanged: boolean,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const old = auditView(before);
  const now = auditView(after);
  const changed = Object.keys(now).filter((key) => old[key] !== now[key]);
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { before: pick(old), after: { ...pick(now), ...(secretChanged ? { secretChanged } : {}) } };
}
