import { withoutDirection } from '@muneem/contract/http';
import { PROPOSAL_LIFE_MS } from '@muneem/contract/proposals';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { HandledCall } from '#platform/http/index.ts';
import { newId } from '#platform/ids/index.ts';
import type { SealedColumn } from '#platform/stored-secrets/index.ts';
import { digestOf, lockProposer, NeedsSecondPerson } from '#features/second-person/index.ts';
import { mailDeciders } from './proposal-mail.ts';
import { insertProposal } from './proposals.repository.ts';

export type ProposalDependencies = Pick<Platform, 'database' | 'clock' | 'jobs' | 'secrets'>;

export const callPurpose = (id: string): string => `proposals.call:${id}`;

export const PROPOSAL_SECRETS: SealedColumn = {
  table: 'proposals',
  key: 'id',
  column: 'call_sealed',
  purpose: callPurpose,
};

/** The parts of a call that a confirmation repeats. */
export interface ProposedCall {
  readonly params: unknown;
  readonly body: unknown;
}

/** A password or a code proves the proposer at this moment. It is not kept. */
function withoutProof(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { password: _, verificationToken: __, ...rest } = body as Record<string, unknown>;
  return rest;
}

/** Stores a call that needs a second person. Other errors stay as they are. @returns the error to answer */
export async function propose(
  { database, clock, jobs, secrets }: ProposalDependencies,
  error: unknown,
  { route, params, body, actor }: HandledCall,
): Promise<unknown> {
  if (!(error instanceof NeedsSecondPerson)) return error;
  const { proposed, reason } = error;
  const title = withoutDirection(proposed.title);
  const at = clock.now();
  const id = newId('pro', at);
  const call: ProposedCall = { params, body: withoutProof(body) };
  const proposal = {
    id,
    method: route.method,
    path: route.path,
    callSealed: secrets.seal(JSON.stringify(call), callPurpose(id)),
    digest: digestOf(proposed),
    title,
    reason,
    amountPaise: proposed.amountPaise,
    recordType: proposed.record[0],
    recordId: proposed.record[1],
    proposedBy: actor.id,
    proposedAt: at,
    expiresAt: new Date(at.getTime() + PROPOSAL_LIFE_MS),
  };
  return transaction(database, async (tx) => {
    await lockProposer(tx, actor.id, route.right);
    const open = await insertProposal(tx, proposal);
    if (open !== null) return waitsAlready(proposal.digest, open);
    await writeAudit(tx, actor, 'proposals.propose', ['proposal', id], {
      after: { title, reason, amountPaise: proposed.amountPaise, record: proposed.record },
    });
    const mail = { title, reason, proposedBy: actor.id, right: route.right };
    return new AppError('second_person', `${reason} ${whoText(await mailDeciders(tx, jobs, mail))}`);
  });
}

/** A record has one open proposal of each call. Another one of it would be lost without a word. */
const waitsAlready = (digest: string, open: { digest: string; title: string; proposerName: string }): AppError =>
  open.digest === digest
    ? new AppError('second_person', 'This waits for a second person already. See Waiting for a second person.')
    : new AppError(
        'conflict',
        `This was not proposed: another change by ${open.proposerName} waits for a second person (${open.title}). Once it is confirmed, declined or withdrawn, try again.`,
      );

const whoText = (names: readonly string[]): string =>
  names.length === 0
    ? 'It waits, but no other administrator can confirm it. Invite one, or ask your server administrator.'
    : `It waits until ${names.length === 1 ? names[0] : `one of ${names.join(', ')}`} confirms it.`;
