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

/** Returns the audited fields. Replaces the secret by whether there is one. */
export const auditView = (columns: CustomPostbackColumns): Record<string, unknown> => ({
  ...Object.fromEntries(KEPT.map((name) => [name, columns[name]])),
  hasSecret: columns.authSealed !== null,
});

/** Returns the changed fields, before and after. Reports a new secret without its value. */
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
