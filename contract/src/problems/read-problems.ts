import * as z from '#schema';
import { defineRoute } from '../http/index.ts';
import { deleteProblem, getProblem, listProblems, reportProblem, respondToProblem } from './problems.api.ts';
import { problem } from './problems.ts';

/*
 * The calls of User Problems as a screen reads them. Another server may leave out fields that are not in document 001
 * §3 and §7. For changes they name no answer.
 */

const orNull = z._default(z.nullable(z.string()), null);
const success = z._default(z.literal(true), true);

const readProblem = z.extend(problem, {
  adminResponse: orNull,
  respondedBy: orNull,
  respondedAt: orNull,
  attachments: z._default(z.array(z.string()), []),
  resolvedAt: orNull,
  /** 0: the server has no versions, and none is sent. */
  version: z._default(z.int(), 0),
});

const readPage = z.object({
  problems: z.array(readProblem),
  total: z.int(),
  totalProblems: z.int(),
  openProblems: z.int(),
});

export const readProblems = defineRoute({ ...listProblems, answer: z.union([z.array(readProblem), readPage]) });

export const readOneProblem = defineRoute({ ...getProblem, answer: z.object({ problem: readProblem }) });

export const createProblem = defineRoute({
  ...reportProblem,
  answer: z.object({ success, problem: z.optional(z.object({ id: z.string() })) }),
});

export const answerProblem = defineRoute({ ...respondToProblem, answer: z.object({ success, mailedTo: orNull }) });

export const removeOneProblem = defineRoute({ ...deleteProblem, answer: z.object({ success }) });
