import type { WithdrawalStatus } from '@muneem/contract/withdrawals';
import { raw, rowColumns, sql, type Queryable, type Row, type Tx } from '#platform/database/index.ts';

export const WITHDRAWAL_COLUMNS = raw(rowColumns('withdrawals', ['requestKey', 'search']).names);
export type WithdrawalRow = Omit<Row<'withdrawals'>, 'requestKey' | 'search'>;

type NewWithdrawal = Pick<
  WithdrawalRow,
  'id' | 'createdAt' | 'userId' | 'userUid' | 'userName' | 'userEmail' | 'coins' | 'amountPaise' | 'holdJournalId'
> &
  Pick<Row<'withdrawals'>, 'upiId' | 'accountNumber' | 'ifscCode' | 'requestKey'>;

export const insertWithdrawal = (tx: Tx, row: NewWithdrawal): Promise<WithdrawalRow> =>
  tx.getOne(sql`
    insert into withdrawals (id, created_at, user_id, user_uid, user_name, user_email, coins, amount_paise, method, upi_id,
                             account_number, ifsc_code, hold_journal_id, request_key)
    values (${row.id}, ${row.createdAt}, ${row.userId}, ${row.userUid}, ${row.userName}, ${row.userEmail}, ${row.coins},
            ${row.amountPaise}, ${row.upiId === null ? 'bank' : 'upi'}, ${row.upiId}, ${row.accountNumber}, ${row.ifscCode},
            ${row.holdJournalId}, ${row.requestKey})
    returning ${WITHDRAWAL_COLUMNS}`);

/** Serializes requests of one user with the same key. */
export async function lockRequestKey(tx: Tx, userId: number, key: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawal-request:${userId}:${key}`}, 0))`);
}

export const findByRequestKey = (tx: Tx, userId: number, key: string): Promise<WithdrawalRow | null> =>
  tx.findOne(sql`select ${WITHDRAWAL_COLUMNS} from withdrawals where user_id = ${userId} and request_key = ${key}`);

export const findWithdrawal = (q: Queryable, id: string): Promise<WithdrawalRow | null> =>
  q.findOne(sql`select ${WITHDRAWAL_COLUMNS} from withdrawals where id = ${id}`);

export const findWithdrawals = (q: Queryable, ids: readonly string[]): Promise<WithdrawalRow[]> =>
  q.query<WithdrawalRow>(
    sql`select ${WITHDRAWAL_COLUMNS} from withdrawals where id = any (${ids}::text[]) order by created_at, id`,
  );

export const listOthersOfUser = (q: Queryable, userId: number, id: string, limit: number): Promise<WithdrawalRow[]> =>
  q.query<WithdrawalRow>(sql`
    select ${WITHDRAWAL_COLUMNS} from withdrawals where user_id = ${userId} and id <> ${id} order by created_at desc limit ${limit}`);

/** Newest first. @param before only those older than this withdrawal */
export const listOfUser = (
  q: Queryable,
  userId: number,
  { before, limit }: { before: WithdrawalRow | undefined; limit: number },
): Promise<WithdrawalRow[]> =>
  q.query<WithdrawalRow>(sql`
    select ${WITHDRAWAL_COLUMNS} from withdrawals
    where user_id = ${userId} and ${before ? sql`(created_at, id) < (${before.createdAt}, ${before.id})` : sql`true`}
    order by created_at desc, id desc limit ${limit}`);

type WithdrawalUserRow = Pick<Row<'users'>, 'uid' | 'name' | 'email' | 'phone' | 'createdAt' | 'deletedAt'>;

export const findUserOf = (q: Queryable, userId: number): Promise<WithdrawalUserRow> =>
  q.getOne(sql`select uid, name, email, phone, created_at, deleted_at from users where id = ${userId}`);

interface Decision {
  readonly verifiedBy: string;
  readonly verifiedAt: Date;
  readonly adminReason: string | null;
}

/** Decides a withdrawal whose status is still `from`. @returns null if another decision came first */
export async function recordDecision(
  tx: Tx,
  id: string,
  { from, to }: { from: WithdrawalStatus; to: WithdrawalStatus },
  { verifiedBy, verifiedAt, adminReason }: Decision,
): Promise<WithdrawalRow | null> {
  const finishedAt = to === 'rejected' ? verifiedAt : null;
  return tx.findOne<WithdrawalRow>(sql`
    update withdrawals set status = ${to}, verified_by = ${verifiedBy}, verified_at = ${verifiedAt},
      admin_reason = ${adminReason}, finished_at = ${finishedAt}
    where id = ${id} and status = ${from} returning ${WITHDRAWAL_COLUMNS}`);
}

export async function setLastAttempt(tx: Tx, id: string, attemptId: string): Promise<void> {
  await tx.execute(sql`update withdrawals set last_attempt_id = ${attemptId} where id = ${id}`);
}

/** Applies the outcome of a payment. @returns null if the status is not `from` */
export const settleRow = (
  tx: Tx,
  id: string,
  change: {
    from: WithdrawalStatus;
    to: WithdrawalStatus;
    attemptId: string;
    transactionId: string | null;
    finishedAt: Date | null;
  },
): Promise<WithdrawalRow | null> =>
  tx.findOne(sql`
    update withdrawals set status = ${change.to}, last_attempt_id = ${change.attemptId}, finished_at = ${change.finishedAt},
      transaction_id = coalesce(${change.transactionId}, transaction_id)
    where id = ${id} and status = ${change.from} returning ${WITHDRAWAL_COLUMNS}`);

/** Reopens a completed withdrawal whose payment was reversed. */
export async function reopenRow(
  tx: Tx,
  id: string,
  { holdJournalId, at }: { holdJournalId: number; at: Date },
): Promise<void> {
  const changed = await tx.execute(sql`
    update withdrawals set status = 'payment_failed', hold_journal_id = ${holdJournalId}, reversals = reversals + 1,
      reversed_at = ${at}, finished_at = null
    where id = ${id} and status = 'completed'`);
  if (changed !== 1) throw new Error(`withdrawal ${id} is not completed`);
}

/*
 * Lock order: withdrawals, wallets, stored totals. So lock the rows first, then post the journals, and change the
 * status last, which locks the totals.
 */

/** Locks a withdrawal until the transaction ends. @returns null if its status differs */
export const lockWithdrawal = (tx: Tx, id: string, status: WithdrawalStatus): Promise<WithdrawalRow | null> =>
  tx.findOne(sql`
    select ${WITHDRAWAL_COLUMNS} from withdrawals where id = ${id} and status = ${status} for no key update`);

/** Locks the oldest pending withdrawals. Skips those that another transaction has locked. */
export const lockSomePending = (tx: Tx, until: Date, limit: number): Promise<WithdrawalRow[]> =>
  tx.query<WithdrawalRow>(sql`
    select ${WITHDRAWAL_COLUMNS} from withdrawals where status = 'pending' and created_at <= ${until}
    order by created_at, id limit ${limit} for no key update skip locked`);

/** Rejects pending withdrawals that this transaction has locked. */
export async function rejectLocked(
  tx: Tx,
  ids: readonly string[],
  { verifiedBy, verifiedAt, adminReason }: Decision,
): Promise<void> {
  const rejected = await tx.execute(sql`
    update withdrawals set status = 'rejected', verified_by = ${verifiedBy}, verified_at = ${verifiedAt},
      admin_reason = ${adminReason}, finished_at = ${verifiedAt}
    where id = any (${ids}::text[]) and status = 'pending'`);
  if (rejected !== ids.length) throw new Error(`${ids.length} withdrawals were locked, but ${rejected} rejected`);
}

/** Rows (user_id, coins) for the ledger check: expected holds, neither paid nor returned. */
export const openHolds = sql`select user_id, coins from withdrawals where status in ('pending', 'processing', 'payment_failed')`;
