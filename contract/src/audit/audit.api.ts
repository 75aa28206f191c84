import * as z from 'zod/mini';
import { calendarDay, defineRoute } from '../http/index.ts';
import { AUDIT_PAGE_SIZE, auditActor, auditEntry, signInView } from './audit.ts';

const word = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max)));
const entryId = () => z.optional(z.coerce.number().check(z.int(), z.gte(1)));

/** Newest first. `before` and `after` name an entry: the page that follows it, or the one that leads up to it. */
export const listAudit = defineRoute({
  method: 'GET',
  path: '/api/audit',
  auth: 'admin',
  tag: 'audit',
  summary: 'The audit log: who changed what, when and from where; also the history of one record',
  query: z.object({
    actor: word(100),
    action: word(100),
    recordType: word(100),
    recordId: word(300),
    startDate: z.optional(calendarDay()),
    endDate: z.optional(calendarDay()),
    before: entryId(),
    after: entryId(),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), AUDIT_PAGE_SIZE),
  }),
  answer: z.object({
    success: z.literal(true),
    entries: z.array(auditEntry),
    hasNewer: z.boolean(),
    hasOlder: z.boolean(),
  }),
});

export const listAuditChoices = defineRoute({
  method: 'GET',
  path: '/api/audit/choices',
  auth: 'admin',
  tag: 'audit',
  summary: 'Who and which actions stand in the audit log',
  answer: z.object({ success: z.literal(true), actors: z.array(auditActor), actions: z.array(z.string()) }),
});

/** Your own, newest first. `before` names an entry: the page that follows it. */
export const listSignIns = defineRoute({
  method: 'GET',
  path: '/api/account/sign-ins',
  auth: 'admin',
  tag: 'account',
  summary: 'Your sign-ins, also those that failed: when, from where, with which browser',
  query: z.object({ before: entryId(), limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20) }),
  answer: z.object({ success: z.literal(true), signIns: z.array(signInView), hasOlder: z.boolean() }),
});
