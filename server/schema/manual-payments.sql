create or replace trigger manual_payments_append_only before update or delete on manual_payments
  for each row execute function refuse_change();
