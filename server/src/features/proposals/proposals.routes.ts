import { rupeesFromPaise } from '@muneem/contract/money';
import * as api from '@muneem/contract/proposals';
import { rights } from '@muneem/contract/rights';
import { kolkataDay } from '#platform/clock/index.ts';
import { isoDates, registerRoute, type HttpServer } from '#platform/http/index.ts';
import { listPersons, readLimits, sumsOfDay, whyNotDecide, type Person } from '#features/second-person/index.ts';
import { confirmProposal, declineProposal, getProposalRow, routeOf, withdrawProposal } from './decide-proposal.ts';
import { propose, type ProposalDependencies } from './propose.ts';
import { countOpen, listProposalRows, type ProposalRow } from './proposals.repository.ts';

export function registerProposalRoutes(http: HttpServer, dependencies: ProposalDependencies): void {
  const { database, clock } = dependencies;
  http.onHandlerError = (error, call) => propose(dependencies, error, call);

  const view = (row: ProposalRow, adminId: string, persons: readonly Person[]): api.Proposal => {
    const now = clock.now();
    const right = routeOf(http, row)?.right;
    const proposer = persons.find(({ id }) => id === row.proposedBy);
    const isOpen = row.status === 'open' && row.expiresAt > now;
    return {
      ...isoDates(row),
      status: row.status === 'open' && !isOpen ? 'expired' : row.status,
      amount: row.amountPaise === null ? null : rupeesFromPaise(row.amountPaise),
      proposedBy: row.proposerName,
      decidedBy: row.deciderName,
      isYours: row.proposedBy === adminId,
      whyNot: isOpen
        ? whyNotDecide(
            persons.find(({ id }) => id === adminId),
            proposer,
            right,
          )
        : 'This is decided or its time is over.',
      deciders: persons.filter((person) => whyNotDecide(person, proposer, right) === null).map(({ name }) => name),
    };
  };

  registerRoute(http, api.listProposals, async ({ query, admin }) => {
    const rows = await listProposalRows(database, query.status === 'open', clock.now());
    const persons = await listPersons(database, clock.now());
    const proposals = rows.map((row) => view(row, admin.adminId, persons));
    return { proposals, open: await countOpen(database, clock.now()) };
  });
  registerRoute(http, api.getProposal, async ({ params, admin }) => {
    const row = await getProposalRow(dependencies, params.id);
    return { proposal: view(row, admin.adminId, await listPersons(database, clock.now())) };
  });
  registerRoute(http, api.getSecondPerson, async ({ admin }) => {
    const now = clock.now();
    const [limits, sums, persons] = await Promise.all([
      readLimits(database),
      sumsOfDay(database, admin.adminId, kolkataDay(now)),
      listPersons(database, now),
    ]);
    const proposer = persons.find(({ id }) => id === admin.adminId);
    return {
      limits,
      approvedToday: rupeesFromPaise(sums.approved),
      paidByHandToday: rupeesFromPaise(sums.byHand),
      deciders: persons
        .filter((person) => whyNotDecide(person, proposer, rights.decideWithdrawals) === null)
        .map(({ name }) => name),
    };
  });
  registerRoute(http, api.confirmProposal, async ({ params, ...context }) => ({
    message: await confirmProposal(http, dependencies, params.id, context),
  }));
  registerRoute(http, api.declineProposal, async ({ params, body, actor }) => {
    await declineProposal(dependencies, http, params.id, { actor, reason: body.reason });
    return { message: 'The proposal was declined. Nothing was done.' };
  });
  registerRoute(http, api.withdrawProposal, async ({ params, actor }) => {
    await withdrawProposal(dependencies, params.id, actor);
    return { message: 'The proposal was withdrawn.' };
  });
}
