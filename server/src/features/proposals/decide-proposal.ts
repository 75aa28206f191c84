import type { AnyRoute } from '@muneem/contract/http';
import { hasRight, noRightText } from '@muneem/contract/rights';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { HttpServer, RequestContext } from '#platform/http/index.ts';
import { endByDecider, endProposal, lockProposal } from '#features/second-person/index.ts';
import { callPurpose, type ProposalDependencies, type ProposedCall } from './propose.ts';
import { findProposal, type ProposalRow } from './proposals.repository.ts';

const proposalNotFound = (): AppError => new AppError('not_found', 'Proposal not found.');

/** Undefined: this version has no such route. */
export const routeOf = ({ routes }: HttpServer, row: ProposalRow): AnyRoute | undefined =>
  routes.find(({ method, path }) => method === row.method && path === row.path);

export async function getProposalRow(
  { database }: Pick<ProposalDependencies, 'database'>,
  id: string,
): Promise<ProposalRow> {
  const row = await findProposal(database, id);
  if (row === null) throw proposalNotFound();
  return row;
}

/**
 * Makes the proposed call again, by the second person. The call's own transaction compares everything that it is about
 * with the proposal, locks both administrators and marks it as confirmed. So it happens once or not at all.
 */
export async function confirmProposal(
  http: HttpServer,
  dependencies: ProposalDependencies,
  id: string,
  {
    admin,
    actor,
    ip,
    request,
    reply,
  }: Pick<RequestContext<AnyRoute>, 'actor' | 'ip' | 'request' | 'reply'> & {
    readonly admin: NonNullable<RequestContext<AnyRoute>['admin']>;
  },
): Promise<string> {
  const row = await getProposalRow(dependencies, id);
  const route = routeOf(http, row);
  const handler = http.handlers.get(`${row.method} ${row.path}`);
  if (route === undefined || handler === undefined)
    throw new AppError(
      'wrong_state',
      'This version cannot do what was proposed. Decline it; it can be proposed again.',
    );
  if (!hasRight(admin.role, route.right)) throw new AppError('forbidden', noRightText(admin.role, route.right));
  const call = JSON.parse(dependencies.secrets.open(row.callSealed, callPurpose(id))) as ProposedCall;
  const confirms = {
    proposalId: id,
    proposedBy: { id: row.proposedBy, name: row.proposerName },
    right: route.right,
    digest: row.digest,
  };
  const answer = await handler({
    ...call,
    query: undefined,
    actor: { ...actor, confirms },
    admin,
    ip,
    request,
    reply,
  } as RequestContext<AnyRoute>);
  return (answer as { readonly message?: string } | undefined)?.message ?? 'Done.';
}

export async function declineProposal(
  { database }: ProposalDependencies,
  http: HttpServer,
  id: string,
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
): Promise<void> {
  const row = await getProposalRow({ database }, id);
  const route = routeOf(http, row);
  await transaction(database, async (tx) => {
    await endByDecider(tx, id, actor.id, { status: 'declined', reason }, route?.right);
    await writeAudit(tx, actor, 'proposals.decline', ['proposal', id], {
      before: { status: 'open', proposedBy: row.proposerName },
      after: { status: 'declined', title: row.title, reason },
    });
  });
}

/** @throws AppError `forbidden` for another person's proposal, `wrong_state` if it is decided */
export async function withdrawProposal({ database }: ProposalDependencies, id: string, actor: Actor): Promise<void> {
  await getProposalRow({ database }, id);
  await transaction(database, async (tx) => {
    const proposal = await lockProposal(tx, id);
    if (proposal.proposedBy !== actor.id)
      throw new AppError('forbidden', 'Another administrator proposed this. Decline it instead.');
    if (proposal.status !== 'open') throw new AppError('wrong_state', `This was ${proposal.status} already.`);
    await endProposal(tx, id, { status: 'withdrawn', by: actor.id, at: tx.now });
    await writeAudit(tx, actor, 'proposals.withdraw', ['proposal', id], {
      before: { status: 'open' },
      after: { status: 'withdrawn' },
    });
  });
}
