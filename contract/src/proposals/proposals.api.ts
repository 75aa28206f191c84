import * as z from '#schema';
import { byId, routesOf, messageAnswer, success } from '../http/index.ts';
import { rights } from '../rights/index.ts';
import { proposal, secondPersonLimits } from './proposals.ts';

const defineRoute = routesOf('proposals');
const limit = { max: 60, windowS: 60 };
/** Newest first. */
export const PROPOSALS_SHOWN = 200;

export const listProposals = defineRoute({
  method: 'GET',
  path: '/api/proposals',
  right: rights.seeProposals,
  summary: 'Calls that wait for a second person, or did; open ones first',
  query: z.object({ status: z._default(z.enum(['open', 'all']), 'open') }),
  answer: success({ proposals: z.array(proposal), open: z.int() }),
});

export const getProposal = defineRoute({
  method: 'GET',
  path: '/api/proposals/:id',
  right: rights.seeProposals,
  summary: 'One call that waits for a second person, or did',
  params: byId,
  answer: success({ proposal }),
});

/** The limits, and what the caller has done today. Empty limits: one person may do everything. */
export const getSecondPerson = defineRoute({
  method: 'GET',
  path: '/api/second-person',
  right: rights.seeProposals,
  summary: 'The limits of one person, and what the caller has used of them today',
  answer: success({
    limits: secondPersonLimits,
    /** Rupees that the caller has approved, and paid by hand, today. */
    approvedToday: z.number(),
    paidByHandToday: z.number(),
    /** The names of those who may confirm a proposal of the caller. */
    deciders: z.array(z.string()),
  }),
});

/** Makes the proposed call, once, if nothing that it is about has changed. */
export const confirmProposal = defineRoute({
  method: 'POST',
  path: '/api/proposals/:id/confirm',
  right: rights.decideProposals,
  summary: 'Confirms another administrator’s proposal and makes its call',
  params: byId,
  answer: messageAnswer,
  limit,
});

export const declineProposal = defineRoute({
  method: 'POST',
  path: '/api/proposals/:id/decline',
  right: rights.decideProposals,
  summary: 'Declines another administrator’s proposal; nothing is done',
  params: byId,
  body: z.object({
    reason: z
      .string('Enter a reason.')
      .check(z.trim(), z.minLength(1, 'Enter a reason.'), z.maxLength(500, 'A reason has at most 500 characters.')),
  }),
  answer: messageAnswer,
  limit,
});

export const withdrawProposal = defineRoute({
  method: 'POST',
  path: '/api/proposals/:id/withdraw',
  right: rights.decideProposals,
  summary: 'Takes back the caller’s own proposal',
  params: byId,
  answer: messageAnswer,
  limit,
});
