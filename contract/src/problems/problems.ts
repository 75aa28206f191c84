import * as z from '#schema';
import { groupDigits } from '../money/index.ts';

/** In the order of urgency. */
export const PROBLEM_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const;
export type ProblemStatus = (typeof PROBLEM_STATUSES)[number];

export const PROBLEM_TYPES = ['technical', 'payment', 'offer', 'other'] as const;
export type ProblemType = (typeof PROBLEM_TYPES)[number];

export const PROBLEM_LIMITS = {
  titleLength: 200,
  descriptionLength: 5_000,
  responseLength: 5_000,
  attachments: 10,
  linkLength: 2_000,
  /** Problems that the consumer app may report for one user within `perUserWindowS` seconds. */
  perUser: 20,
  perUserWindowS: 86_400,
} as const;

const UNSTORABLE = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;

const words = (maxLength: number, what: string) =>
  z.string(`${what} is required.`).check(
    z.trim(),
    z.maxLength(maxLength, `${what} can have at most ${groupDigits(maxLength)} characters.`),
    z.refine((text) => !UNSTORABLE.test(text), `${what} contains characters that cannot be stored.`),
  );

const requiredWords = (maxLength: number, what: string) =>
  words(maxLength, what).check(z.minLength(1, `${what} is required.`));

/** Says whether a link is safe to open: http or https with a host, without credentials. */
export function isSafeLink(link: string): boolean {
  const url = /^https?:\/\/\S+$/i.test(link) ? URL.parse(link) : null;
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
}

const attachment = z
  .string()
  .check(
    z.maxLength(PROBLEM_LIMITS.linkLength, `A link can have at most ${PROBLEM_LIMITS.linkLength} characters.`),
    z.refine(isSafeLink, 'An attachment must be a link that starts with http:// or https://.'),
  );

const problemType = () => z.enum(PROBLEM_TYPES, `The type is one of: ${PROBLEM_TYPES.join(', ')}.`);
export const problemStatus = () => z.enum(PROBLEM_STATUSES, `The status is one of: ${PROBLEM_STATUSES.join(', ')}.`);

/** A problem as it is reported. */
export const newProblem = z.object({
  title: requiredWords(PROBLEM_LIMITS.titleLength, 'The title'),
  description: requiredWords(PROBLEM_LIMITS.descriptionLength, 'The description'),
  type: problemType(),
  attachments: z._default(
    z
      .array(attachment)
      .check(
        z.maxLength(PROBLEM_LIMITS.attachments, `At most ${PROBLEM_LIMITS.attachments} attachments can be given.`),
      ),
    [],
  ),
});
export type NewProblem = z.infer<typeof newProblem>;

/**
 * An admin's change of a problem. Missing fields stay unchanged, and an empty response deletes the response.
 * With `version` the change applies only to that version.
 */
export const problemResponse = z
  .object({
    status: z.optional(problemStatus()),
    adminResponse: z.optional(words(PROBLEM_LIMITS.responseLength, 'The response')),
    version: z.optional(z.int().check(z.gte(1))),
  })
  .check(
    z.refine(
      ({ status, adminResponse }) => status !== undefined || adminResponse !== undefined,
      'Send a status, a response or both.',
    ),
  );
export type ProblemResponse = z.infer<typeof problemResponse>;

/** A reported problem (document 001 §3). `userId` is the user's own id in the consumer app. */
export const problem = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  title: z.string(),
  description: z.string(),
  type: problemType(),
  status: problemStatus(),
  adminResponse: z.nullable(z.string()),
  /** Author and time of the response. */
  respondedBy: z.nullable(z.string()),
  respondedAt: z.nullable(z.iso.datetime()),
  attachments: z.array(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** When it was resolved or closed. */
  resolvedAt: z.nullable(z.iso.datetime()),
  version: z.int(),
});
export type Problem = z.infer<typeof problem>;
