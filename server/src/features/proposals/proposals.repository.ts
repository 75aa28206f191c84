import type { Paise } from '@muneem/contract/money';
import { PROPOSALS_SHOWN, type Proposal } from '@muneem/contract/proposals';
import { sql, type Queryable, type RowOf, type Tx } from '#platform/database/index.ts';

type Added = 'amount' | 'decidedBy' | 'isYours' | 'whyNot' | 'deciders';

export interface ProposalRow extends RowOf<Proposal, 'status' | Added> {
  readonly status: 'open' | 'confirmed' | 'declined' | 'withdrawn';
  readonly method: string;
  readonly path: string;
  readonly callSealed: string;
  readonly digest: string;
  readonly amountPaise: Paise | null;
  readonly proposerName: string;
  readonly deciderName: string | null;
}

export type NewProposal = Omit<ProposalRow, 'status' | 'proposerName' | 'deciderName' | 'decidedAt' | 'decisionReason'>;

/** @returns null, or the open proposal of the same call about the record: there is at most one */
export async function insertProposal(
  tx: Tx,
  p: NewProposal,
): Promise<Pick<ProposalRow, 'digest' | 'title' | 'proposerName'> | null> {
  // One whose time is over makes room.
  await tx.execute(sql`
    update proposals set status = 'withdrawn', decided_by = proposed_by, decided_at = ${p.proposedAt}, decision_reason = 'Its time was over.'
    where status = 'open' and record_type = ${p.recordType} and record_id = ${p.recordId} and expires_at <= ${p.proposedAt}`);
  // The update changes nothing. It waits for a decision that is being made, and returns the row that stays open.
  return tx.findOne(sql`
    with kept as (
      insert into proposals (id, method, path, call_sealed, digest, title, reason, amount_paise, record_type, record_id, proposed_by, proposed_at, expires_at)
      values (${p.id}, ${p.method}, ${p.path}, ${p.callSealed}, ${p.digest}, ${p.title}, ${p.reason}, ${p.amountPaise}, ${p.recordType}, ${p.recordId}, ${p.proposedBy}, ${p.proposedAt}, ${p.expiresAt})
      on conflict (method, path, record_type, record_id) where status = 'open' do update set status = 'open'
      returning id, digest, title, proposed_by)
    select kept.digest, kept.title, a.name as proposer_name from kept join admins a on a.id = kept.proposed_by
    where kept.id <> ${p.id}`);
}

const COLUMNS = sql`
  p.id, p.status, p.method, p.path, p.call_sealed, p.digest, p.title, p.reason, p.amount_paise, p.record_type, p.record_id,
  p.proposed_by, a.name as proposer_name, p.proposed_at, p.expires_at, d.name as decider_name, p.decided_at, p.decision_reason
  from proposals p join admins a on a.id = p.proposed_by left join admins d on d.id = p.decided_by`;

export const findProposal = (q: Queryable, id: string): Promise<ProposalRow | null> =>
  q.findOne(sql`select ${COLUMNS} where p.id = ${id}`);

/** Open ones first, then the newest. An open one whose time is over comes with the decided ones. */
export const listProposalRows = (q: Queryable, isOpenOnly: boolean, now: Date): Promise<ProposalRow[]> =>
  q.query(sql`
    select ${COLUMNS} where not ${isOpenOnly} or (p.status = 'open' and p.expires_at > ${now})
    order by (p.status = 'open' and p.expires_at > ${now}) desc, p.proposed_at desc, p.id desc limit ${PROPOSALS_SHOWN}`);

export const countOpen = (q: Queryable, now: Date): Promise<number> =>
  q.getValue(sql`select count(*) from proposals where status = 'open' and expires_at > ${now}`);

/** Switches the limits off and takes all open proposals back. @returns the number of proposals */
export async function resetLimits(tx: Tx): Promise<number> {
  await tx.execute(sql`
    update settings set second_person_withdrawal_rupees = null, second_person_day_rupees = null, second_person_run_rupees = null,
      second_person_manual_day_rupees = null, version = version + 1, updated_at = ${tx.now}`);
  return tx.execute(sql`
    update proposals set status = 'withdrawn', decided_by = proposed_by, decided_at = ${tx.now},
      decision_reason = 'An operator of the server switched the second person off.'
    where status = 'open'`);
}
