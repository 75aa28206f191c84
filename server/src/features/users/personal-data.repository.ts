import { sql, type Sql, type Tx, type Row } from '#platform/database/index.ts';

type StoredUser = Pick<Row<'users'>, 'id' | 'uid' | 'erasedAt'>;

/** Locks a user until the transaction ends, also a deleted one. */
export const lockAnyUser = (tx: Tx, uid: string): Promise<StoredUser | null> =>
  tx.findOne(sql`select id, uid, erased_at from users where uid = ${uid} for no key update`);

/** Removes a deleted user's personal data (0021, 0026 and 0037 of the migrations). @returns the changed rows by kind */
export async function erasePerson(tx: Tx, userId: number, at: Date): Promise<Readonly<Record<string, number>>> {
  await tx.query(sql`select erase_copies(${userId})`);
  await tx.query(sql`select erase_mentions(${userId})`);
  // A statement may quote the network's parameters, and a reason may name the person.
  await tx.execute(sql`
    update contradictions set said = 'erased ' || id, reason = case when reason is not null then 'erased' end
    where click_id in (select id from clicks where user_id = ${userId})`);
  return tx.getValue(sql`select erase_user(${userId}, ${at}) as changed`);
}

/** The rows of each section, newest first. Every table that erase_user changes is here. */
const sectionsOf = ({ id, uid }: StoredUser): Readonly<Record<string, Sql>> => ({
  users: sql`select * from users where id = ${id}`,
  wallet: sql`select * from wallets where user_id = ${id}`,
  walletEntries: sql`
    select j.created_at, j.kind, j.scope, j.reason, p.account, p.amount, p.balance_after
    from postings p join journals j on j.id = p.journal_id where p.user_id = ${id} and p.account = 'wallet' order by p.sequence desc`,
  clicks: sql`select * from clicks where user_id = ${id} order by created_at desc`,
  conversions: sql`select * from conversions where user_id = ${id} order by created_at desc`,
  contradictions: sql`
    select x.* from clicks c join contradictions x on x.click_id = c.id where c.user_id = ${id} order by x.id desc`,
  completedOffers: sql`select * from offer_completions where user_id = ${id}`,
  offerClaims: sql`select * from offer_claims where user_id = ${id} order by created_at desc`,
  manualPayments: sql`select * from manual_payments where user_id = ${id} order by paid_at desc`,
  withdrawals: sql`select * from withdrawals where user_id = ${id} order by created_at desc`,
  withdrawalAddresses: sql`select * from withdrawal_addresses where user_id = ${id}`,
  payoutAttempts: sql`
    select a.* from withdrawals w join payout_attempts a on a.payable_id = w.id where w.user_id = ${id} order by a.created_at desc`,
  problems: sql`select * from problems where user_id = ${id} order by created_at desc`,
  postbacks: sql`
    select l.* from clicks c join postback_log l on l.click_id = c.id where c.user_id = ${id} order by l.received_at desc`,
  // Without the called URL, which may contain the ad network's key: the file is for the user.
  smartPolls: sql`
    select s.id, s.click_id, s.offer_id, s.offer_title, s.http_status, s.outcome, s.detail, s.answer, s.events, s.asked_at
    from clicks c join smart_polls s on s.click_id = c.id where c.user_id = ${id} order by s.asked_at desc`,
  deliveries: sql`
    select d.*, p.deleted_at as postback_deleted_at from conversions c join custom_postbacks p on p.offer_id = c.offer_id
    join postback_deliveries d on d.custom_postback_id = p.id and d.conversion_id = c.id where c.user_id = ${id} order by d.id desc`,
  auditEntries: sql`
    select at, actor_kind, action, entity_type, entity_id, before, after from audit_log
    where (entity_type, entity_id) in (
      select 'user', ${uid} union all select 'withdrawal', w.id from withdrawals w where w.user_id = ${id}
      union all select 'offer-claim', k.id from offer_claims k where k.user_id = ${id}
      union all select 'problem', b.id from problems b where b.user_id = ${id})
    order by at desc`,
});

/** Reads all sections. @param limit maximum rows of each */
export async function readSections(
  tx: Tx,
  user: StoredUser,
  limit: number,
): Promise<Record<string, Record<string, unknown>[]>> {
  const sections: Record<string, Record<string, unknown>[]> = {};
  for (const [name, rows] of Object.entries(sectionsOf(user))) {
    // As JSON, because a row's numbers and times then look the same for every table.
    const read = await tx.query<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(r) as row from (${rows} limit ${limit}) r`,
    );
    sections[name] = read.map(({ row }) => row);
  }
  return sections;
}
