import { hash } from 'node:crypto';
import { groupDigits, paise, rupeesFromPaise, type Paise } from '@muneem/contract/money';
import { hasRight, noRightText, type Right } from '@muneem/contract/rights';
import { AppError } from '#platform/app-error/index.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import type { Tx } from '#platform/database/index.ts';
import {
  addToDay,
  endProposal,
  findProposerOf,
  lockPersons,
  lockProposal,
  readLimits,
  type DayKind,
  type Person,
  type PersonLimits,
} from './second-person.repository.ts';

/** A call that needs a second person. */
export interface Proposed {
  /** In words: "Pay ₹12,000 to Asha (asha@upi)". */
  readonly title: string;
  /** The record that it changes, as in the audit log. */
  readonly record: readonly [type: string, id: string];
  /** Null: no payment. */
  readonly amountPaise: Paise | null;
  /** Everything that the two persons agree about. If any of it differs at the decision, nothing is done. */
  readonly facts: unknown;
}

/** Rolls the call back. The server stores it as a proposal and answers `second_person`. */
export class NeedsSecondPerson extends Error {
  override readonly name = 'NeedsSecondPerson';
  readonly proposed: Proposed;
  /** Why one person may not do it. */
  readonly reason: string;

  constructor(proposed: Proposed, reason: string) {
    super(reason);
    this.proposed = proposed;
    this.reason = reason;
  }
}

export const digestOf = ({ title, record, amountPaise, facts }: Proposed): string =>
  hash('sha256', JSON.stringify([title, record, amountPaise, facts]), 'hex');

/**
 * Must be called in the transaction of every act that may need a second person, after its records are locked.
 * @param reason why one person may not do it. Null: they may
 * @throws NeedsSecondPerson; AppError `conflict` if the facts differ from those of the confirmed proposal,
 * `wrong_state` if it is decided or its time is over, `forbidden` if the actor may not decide it
 */
export async function askSecondPerson(
  tx: Tx,
  actor: Actor,
  reason: string | null | (() => Promise<string | null>),
  describe: () => Proposed | Promise<Proposed>,
): Promise<void> {
  const { confirms } = actor;
  if (confirms === undefined) {
    const why = typeof reason === 'function' ? await reason() : reason;
    if (why !== null) throw new NeedsSecondPerson(await describe(), why);
    return;
  }
  if (confirms.digest === null) return;
  const isSame = digestOf(await describe()) === confirms.digest;
  if (!isSame)
    throw new AppError(
      'conflict',
      'Something has changed since this was proposed. Nothing was done. Decline it; it can be proposed again.',
    );
  await endByDecider(tx, confirms.proposalId, actor.id, { status: 'confirmed' }, confirms.right);
}

/** A part of a confirmed call needs no further proposal. */
export const partOf = (actor: Actor): Actor =>
  actor.confirms === undefined ? actor : { ...actor, confirms: { ...actor.confirms, digest: null } };

/**
 * Ends an open proposal by another person than its proposer. Locks both administrators, so that neither can lose the
 * right meanwhile. @param right of the proposed call. Undefined: this version has no such route
 */
export async function endByDecider(
  tx: Tx,
  id: string,
  deciderId: string,
  end: { readonly status: 'confirmed' | 'declined'; readonly reason?: string },
  right: Right | undefined,
): Promise<void> {
  // A change of a role or of access locks administrators first, then their proposals.
  const proposedBy = await findProposerOf(tx, id);
  if (proposedBy === null) throw new AppError('not_found', 'Proposal not found.');
  const persons = await lockPersons(tx, [deciderId, proposedBy], tx.now);
  const proposal = await lockProposal(tx, id);
  if (proposal.status !== 'open')
    throw new AppError('wrong_state', `This was ${proposal.status} already. Nothing was done.`);
  if (proposal.expiresAt <= tx.now)
    throw new AppError('wrong_state', 'The time for this decision is over. It can be proposed again.');
  const proposer = persons.find((person) => person.id === proposedBy);
  const decider = persons.find((person) => person.id === deciderId);
  const whyNot = whyNotDecide(decider, proposer, right);
  if (whyNot !== null) throw new AppError('forbidden', whyNot);
  await endProposal(tx, id, { ...end, by: deciderId, at: tx.now });
}

const NEW_ACCESS = 'You got access within the last 24 hours.';

/**
 * Locks the proposer. One who just got access may be a second account of the person who would confirm.
 * @throws AppError `forbidden`
 */
export async function lockProposer(tx: Tx, id: string, right: Right | undefined): Promise<void> {
  const [proposer] = await lockPersons(tx, [id], tx.now);
  if (proposer === undefined || proposer.disabled) throw new AppError('forbidden', 'Your account is disabled.');
  if (!hasRight(proposer.role, right)) throw new AppError('forbidden', noRightText(proposer.role, right));
  if (proposer.isNew) throw new AppError('forbidden', `${NEW_ACCESS} Another administrator must propose this.`);
}

/** Returns why a person may not decide a proposal, or null. */
export function whyNotDecide(
  decider: Person | undefined,
  proposer: Person | undefined,
  right: Right | undefined,
): string | null {
  if (decider === undefined || decider.disabled) return 'Your account is disabled.';
  if (proposer === undefined || proposer.disabled)
    return 'The proposer is disabled. Another administrator can propose it again.';
  if (decider.id === proposer.id || decider.email.toLowerCase() === proposer.email.toLowerCase())
    return 'You proposed this. Another administrator must decide it.';
  if (right !== undefined && !hasRight(decider.role, right)) return noRightText(decider.role, right);
  if (right !== undefined && !hasRight(proposer.role, right))
    return 'The proposer has lost the right to do this. Another administrator can propose it again.';
  if (decider.isNew) return `${NEW_ACCESS} Another administrator must decide it.`;
  return null;
}

export const rupees = (amountPaise: Paise): string => `₹${groupDigits(rupeesFromPaise(amountPaise))}`;
const isAbove = (amountPaise: Paise, limit: number | null): limit is number =>
  limit !== null && amountPaise > limit * 100;
const limitOf = (limit: number): string => rupees(paise(limit * 100));

/** Why one person may not move this amount of one withdrawal. Null: they may. */
export function aboveOne(limits: PersonLimits, amountPaise: Paise, what = 'for one withdrawal'): string | null {
  if (!isAbove(amountPaise, limits.withdrawal)) return null;
  return `${rupees(amountPaise)} is above the limit of ${limitOf(limits.withdrawal)} ${what}.`;
}

/** Why one person may not start a bulk run with this total. Null: they may. */
export function aboveRun(limits: PersonLimits, totalPaise: Paise): string | null {
  if (!isAbove(totalPaise, limits.run)) return null;
  return `${rupees(totalPaise)} is above the limit of ${limitOf(limits.run)} for a bulk run.`;
}

const DAYS: Readonly<Record<DayKind, { readonly limit: 'day' | 'manualDay'; readonly what: string }>> = {
  approved: { limit: 'day', what: 'what one person approves in a day' },
  by_hand: { limit: 'manualDay', what: 'what one person pays by hand in a day' },
};

/**
 * Adds to the actor's sum of the day in Asia/Kolkata. A sum above the limit is rolled back with the caller's
 * transaction. Must come last: other calls of this person wait until the commit. @returns why not, or null
 */
export async function aboveDay(
  tx: Tx,
  actor: Actor,
  limits: PersonLimits,
  kind: DayKind,
  amount: Paise,
): Promise<string | null> {
  const { limit: name, what } = DAYS[kind];
  const limit = limits[name];
  if (limit === null || actor.kind !== 'admin') return null;
  const sum = await addToDay(tx, actor.id, kolkataDay(tx.now), kind, amount);
  return isAbove(sum, limit)
    ? `With ${rupees(amount)} you reach ${rupees(sum)} today, above the limit of ${limitOf(limit)} for ${what}.`
    : null;
}

/** Why one person may not do something that always needs two once a limit is set. Null: no limit is set. */
export async function onceLimited(tx: Tx, what: string): Promise<string | null> {
  const limits = Object.values(await readLimits(tx));
  return limits.every((limit) => limit === null) ? null : `${what} needs a second person while a limit is set.`;
}
