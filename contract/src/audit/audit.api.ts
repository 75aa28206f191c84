import * as z from '#schema';
import { exportId } from '../exports/index.ts';
import { routesOf, success, days, trimmed } from '../http/index.ts';
import { AUDIT_PAGE_SIZE, auditActor, auditEntry, signInView } from './audit.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('audit');

const word = (max: number) => z.optional(trimmed(z.maxLength(max)));
const entryId = () => z.optional(z.coerce.number().check(z.int(), z.gte(1)));

const filters = { actor: word(100), action: word(100), recordType: word(100), recordId: word(300), ...days };

/** Newest first. `before` and `after` are entry ids: they select the older or the newer page next to that entry. */
export const listAudit = defineRoute({
  method: 'GET',
  path: '/api/audit',
  right: rights.seeAudit,
  mayLag: true,
  summary: 'The audit log: who changed what, when and from where; filters give the history of one record',
  query: z.object({
    ...filters,
    before: entryId(),
    after: entryId(),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), AUDIT_PAGE_SIZE),
  }),
  answer: success({
    entries: z.array(auditEntry),
    hasNewer: z.boolean(),
    hasOlder: z.boolean(),
  }),
});

const exportRoute = {
  method: 'GET',
  right: rights.exportAudit,
  query: z.object({ ...filters, exportId: exportId() }),
  answer: z.unknown(),
  limit: { max: 10, windowS: 60 },
} as const;

/** Streams all matching entries, newest first. Secrets in URLs are masked, because files are passed on. */
export const exportAuditCsv = defineRoute({
  ...exportRoute,
  path: '/api/exports/audit.csv',
  summary: 'All entries of the audit log that match, as CSV',
});

export const exportAuditWorkbook = defineRoute({
  ...exportRoute,
  path: '/api/exports/audit.xlsx',
  summary: 'All entries of the audit log that match, as .xlsx',
});

export const listAuditChoices = defineRoute({
  method: 'GET',
  path: '/api/audit/choices',
  right: rights.seeAudit,
  mayLag: true,
  summary: 'All actors and actions of the audit log',
  answer: success({ actors: z.array(auditActor), actions: z.array(z.string()) }),
});

/** The admin's own sign-ins, newest first. `before` is an entry id: it selects the next older page. */
export const listSignIns = defineRoute({
  method: 'GET',
  path: '/api/account/sign-ins',
  right: rights.useAccount,
  tag: 'account',
  summary: 'Your successful and failed sign-ins: time, IP address and browser',
  query: z.object({ before: entryId(), limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20) }),
  answer: success({ signIns: z.array(signInView), hasOlder: z.boolean() }),
});
