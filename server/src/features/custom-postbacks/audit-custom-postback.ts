import { changedFields } from '#platform/audit-log/index.ts';
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
): ReturnType<typeof changedFields> {
  return changedFields(auditView(before), { ...auditView(after), ...(secretChanged && { secretChanged }) });
}
