import * as z from '#schema';
import { routesOf, success, messageAnswer, byId, pageOrAllQuery, recordId } from '../http/index.ts';
import { userUid } from '../users/index.ts';
import { newProblem, PROBLEM_STATUSES, PROBLEM_TYPES, problem, problemResponse } from './problems.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('problems');

/** `status`: the most urgent first (ascending), newest first within each status. */
const PROBLEM_SORTS = ['createdAt', 'updatedAt', 'status'] as const;

const ofUser = z.object({ userId: userUid(), id: recordId() });

/**
 * Without `page` and `limit` the answer is the documented array: the newest 100 matches, with the total in the header
 * `X-Total-Count`. With either of them it is an object with totals.
 */
export const listProblems = defineRoute({
  method: 'GET',
  path: '/api/problems',
  right: rights.seeProblems,
  summary: 'Problems that users reported, newest first',
  query: z.object({
    ...pageOrAllQuery(PROBLEM_SORTS),
    status: z._default(z.enum(['all', ...PROBLEM_STATUSES]), 'all'),
    type: z._default(z.enum(['all', ...PROBLEM_TYPES]), 'all'),
  }),
  answer: z.union([
    z.array(problem),
    success({
      problems: z.array(problem),
      /** Problems that match. */
      total: z.int(),
      /** All problems, without filters. */
      totalProblems: z.int(),
      /** Problems with the status open. */
      openProblems: z.int(),
      page: z.int(),
      limit: z.int(),
    }),
  ]),
});

export const getProblem = defineRoute({
  method: 'GET',
  path: '/api/problems/:id',
  right: rights.seeProblems,
  summary: 'One problem',
  params: byId,
  answer: success({ problem }),
});

/** All users of the consumer app share one key. One user may report `PROBLEM_LIMITS.perUser` problems a day. */
export const reportProblem = defineRoute({
  method: 'POST',
  path: '/api/users/:uid/problems',
  auth: 'admin-or-platform',
  right: rights.answerProblems,
  summary: 'Reports a problem of a user; an Idempotency-Key header makes a retry safe',
  params: z.object({ uid: userUid() }),
  body: newProblem,
  answer: success({ message: z.string(), problem }),
  limit: { max: 3_000, windowS: 60 },
});

export const respondToProblem = defineRoute({
  method: 'PATCH',
  path: '/api/users/:userId/problems/:id',
  right: rights.answerProblems,
  summary: 'Sets the status and the response of a problem; a new response is mailed to the user',
  params: ofUser,
  body: problemResponse,
  answer: success({
    message: z.string(),
    problem,
    /** The address to which a new response is mailed. Null if there is no new response or no address. */
    mailedTo: z.nullable(z.string()),
  }),
});

export const deleteProblem = defineRoute({
  method: 'DELETE',
  path: '/api/users/:userId/problems/:id',
  right: rights.answerProblems,
  summary: 'Deletes a problem; the audit log keeps its text',
  params: ofUser,
  answer: messageAnswer,
});
