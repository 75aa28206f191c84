-- 0037 left out the exception for purge_audit, so no month of the audit log could be deleted.
-- Like in 0037, and lets purge_audit delete again. The server's role has no privilege to delete from audit_log.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  personal text[] := case tg_table_name when 'audit_log' then '{before,after}' when 'offer_claims' then '{search_text,reason}'
    when 'manual_payments' then '{user_name,user_email,search_text}' when 'journals' then '{reason}'
    when 'ledger_corrections' then '{reason}' when 'conversion_reversals' then '{reason}' else '{}' end;
begin
  if tg_op = 'UPDATE' and personal <> '{}' and current_setting('muneem.erasing', true) = 'on' then
    if to_jsonb(old) - personal = to_jsonb(new) - personal then
      return new;
    end if;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'audit_log' and current_setting('muneem.purging', true) = 'on' then
    if old.at < now() - interval '365 days' then
      return old;
    end if;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;
