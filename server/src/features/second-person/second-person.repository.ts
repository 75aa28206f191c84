import type { Paise } from '@muneem/contract/money';
import { NEW_ACCESS_MS } from '@muneem/contract/proposals';
import type { Role } from '@muneem/contract/rights';
import { sql, type Queryable, type Tx } from '#platform/database/index.ts';

/** Rupees. Null: no limit. */
export interface PersonLimits {
  readonly withdrawal: number | null;
  readonly day: number | null;
  readonly run: number | null;
  readonly manualDay: number | null;
}

/** Reads the limits of this moment: another server may have just saved them. None before the settings exist. */
export const readLimits = (q: Queryable): Promise<PersonLimits> =>
  q.getOne(sql`
    select max(second_person_withdrawal_rupees) as withdrawal, max(second_person_day_rupees) as day,
      max(second_person_run_rupees) as run, max(second_person_manual_day_rupees) as manual_day
    from settings`);

export type DayKind = 'approved' | 'by_hand';

/** Adds to a person's sum of the day, which then waits for their other calls on every server. @returns the new sum */
export const addToDay = (tx: Tx, adminId: string, day: string, kind: DayKind, amount: Paise): Promise<Paise> =>
  tx.getValue(sql`
    insert into second_person_days as d (admin_id, day, kind, paise) values (${adminId}, ${day}::date, ${kind}, ${amount})
    on conflict (admin_id, day, kind) do update set paise = d.paise + excluded.paise returning paise`);

export const sumsOfDay = (q: Queryable, adminId: string, day: string): Promise<{ approved: Paise; byHand: Paise }> =>
  q.getOne(sql`
    select coalesce(sum(paise) filter (where kind = 'approved'), 0)::bigint as approved,
      coalesce(sum(paise) filter (where kind = 'by_hand'), 0)::bigint as by_hand
    from second_person_days where admin_id = ${adminId} and day = ${day}::date`);

/** An administrator as a decider: read with the locks that a change of a role or of access waits for. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly disabled: boolean;
  /** Invited or enabled within the last 24 hours. */
  readonly isNew: boolean;
}

const PERSON = (now: Date) => {
  const since = new Date(now.getTime() - NEW_ACCESS_MS);
  return sql`
    a.id, a.name, a.email, a.role, a.disabled_at is not null as disabled,
    coalesce(a.enabled_at > ${since}, false)
    or exists (select from admin_invitations i where i.email = a.email and i.used_at > ${since}) as is_new`;
};

export const lockPersons = (tx: Tx, ids: readonly string[], now: Date): Promise<Person[]> =>
  tx.query(sql`select ${PERSON(now)} from admins a where a.id = any (${ids}::text[]) order by a.id for share of a`);

/** All active administrators. */
export const listPersons = (q: Queryable, now: Date): Promise<Person[]> =>
  q.query(sql`select ${PERSON(now)} from admins a where a.disabled_at is null order by a.name, a.id limit 1000`);

interface LockedProposal {
  readonly status: string;
  readonly proposedBy: string;
  readonly expiresAt: Date;
}

export const findProposerOf = async (tx: Tx, id: string): Promise<string | null> =>
  (await tx.findOne<{ proposedBy: string }>(sql`select proposed_by from proposals where id = ${id}`))?.proposedBy ??
  null;

export const lockProposal = (tx: Tx, id: string): Promise<LockedProposal> =>
  tx.getOne(sql`select status, proposed_by, expires_at from proposals where id = ${id} for no key update`);

export async function endProposal(
  tx: Tx,
  id: string,
  end: {
    readonly status: 'confirmed' | 'declined' | 'withdrawn';
    readonly by: string;
    readonly at: Date;
    readonly reason?: string;
  },
): Promise<void> {
  await tx.execute(sql`
    update proposals set status = ${end.status}, decided_by = ${end.by}, decided_at = ${end.at}, decision_reason = ${end.reason ?? null}
    where id = ${id} and status = 'open'`);
}

/** Takes back the open proposals of an admin whose role or access changed. @returns their ids */
export const withdrawProposalsOf = async (
  tx: Tx,
  adminId: string,
  by: string,
  at: Date,
  reason: string,
): Promise<string[]> =>
  (
    await tx.query<{ id: string }>(sql`
      update proposals set status = 'withdrawn', decided_by = ${by}, decided_at = ${at}, decision_reason = ${reason}
      where proposed_by = ${adminId} and status = 'open' returning id`)
  ).map(({ id }) => id);

/** The proposers of the open proposals of these records. */
export const listProposersOf = (
  q: Queryable,
  recordType: string,
  ids: readonly string[],
  now: Date,
): Promise<{ recordId: string; name: string }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : q.query(sql`
        select distinct on (p.record_id) p.record_id, a.name from proposals p join admins a on a.id = p.proposed_by
        where p.status = 'open' and p.record_type = ${recordType} and p.record_id = any (${ids}::text[]) and p.expires_at > ${now}
        order by p.record_id, p.proposed_at`);
