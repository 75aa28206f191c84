-- Collects the users' outstanding reversals that their wallets cover, oldest first, each whole and once.
create function collect_reversals(user_ids bigint[], at timestamptz) returns integer language plpgsql
  set enable_seqscan = off as $$
declare
  debt reversed_credits;
  collected integer := 0;
begin
  perform from wallets where user_id = any (user_ids) order by user_id for no key update;
  for debt in
    select * from reversed_credits where user_id = any (user_ids) and status = 'owed'
    order by user_id, owed_since, journal_id for update
  loop
    update reversed_credits set status = 'taken', settled_at = at, settled_by = 'Reversals'
    where journal_id = debt.journal_id and coins <= (select balance from wallets where user_id = debt.user_id);
    continue when not found;
    -- `requestHash` of server/src/features/ledger/journal.ts.
    with journal as (
      insert into journals (scope, key, kind, request_hash, reverses, actor_kind, actor_id, actor_name, reason, created_at)
      values ('reversal', debt.kind || ':' || debt.journal_key, 'reversal',
        left(encode(sha256(convert_to(format('reversal %s rewards_issue  %s wallet %s -%s',
          debt.journal_id, debt.coins, debt.user_id, debt.coins), 'UTF8')), 'hex'), 32)::uuid,
        debt.journal_id, 'system', 'reversals', 'Reversals', 'Outstanding reversal collected.', at)
      returning id
    )
    insert into postings (journal_id, line, account, user_id, amount, balance_after, sequence)
    select id, 1, 'rewards_issue'::ledger_account, null::bigint, debt.coins, null::bigint, null::bigint from journal
    union all
    select j.id, 2, 'wallet'::ledger_account, w.user_id, -debt.coins, w.balance - debt.coins, w.sequence + 1
    from journal j, wallets w where w.user_id = debt.user_id;
    collected := collected + 1;
  end loop;
  return collected;
end $$;

-- Every credit, of whatever cause, settles what its user owes in the same statement. So no outstanding reversal ever fits
-- into its wallet. Runs after postings_balance, which moves the wallets.
create function collect_from_credited_wallets() returns trigger language plpgsql
  security definer set enable_seqscan = off set search_path = public, pg_temp as $$
declare
  owing bigint[];
begin
  owing := array(
    select distinct user_id from reversed_credits
    where status = 'owed' and user_id = any (array(select user_id from new_postings where account = 'wallet' and amount > 0)));
  if cardinality(owing) > 0 then
    perform collect_reversals(owing,
      (select max(created_at) from journals where id = any (array(select journal_id from new_postings))));
  end if;
  return null;
end $$;
create trigger postings_collect after insert on postings referencing new table as new_postings
  for each statement execute function collect_from_credited_wallets();
