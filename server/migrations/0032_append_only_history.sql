set local lock_timeout = '2s';

-- History is only ever added to. The application's role is granted INSERT and SELECT alone on a table that has the trigger
-- `history_stays` (server/platform/database/access.ts); the trigger refuses everybody else, the owner of the tables included.
-- Its arguments name the ways that are open to the owner, each by `set paddock.history`: `rotate-keys` seals boxes with a new key
-- and changes nothing that they hold, `demo` forgets invented auctions. No legally required erasure touches these tables: they name
-- people by account, and what names the person is erased there.
create function keep_history() returns trigger language plpgsql as $$
begin
  if current_setting('paddock.history', true) = any (tg_argv) then return null; end if;
  raise exception '% is history: % is refused', tg_table_name, lower(tg_op)
    using errcode = 'insufficient_privilege', hint = 'What is wrong in it is corrected by adding to it.';
end $$;

create trigger history_stays before update or delete or truncate on ledger
  for each statement execute function keep_history('rotate-keys', 'demo');
create trigger history_stays before update or delete or truncate on attempt
  for each statement execute function keep_history('rotate-keys', 'demo');
create trigger history_stays before update or delete or truncate on audit
  for each statement execute function keep_history();
create trigger history_stays before update or delete or truncate on money_transfer
  for each statement execute function keep_history('demo');
create trigger history_stays before update or delete or truncate on money_entry
  for each statement execute function keep_history('demo');
create trigger history_stays before update or delete or truncate on payment_event
  for each statement execute function keep_history();
create trigger history_stays before update or delete or truncate on invoice_event
  for each statement execute function keep_history('demo');
create trigger history_stays before update or delete or truncate on credit_note
  for each statement execute function keep_history('demo');
drop trigger issued_credit_note_stays on credit_note;
create trigger history_stays before update or delete or truncate on cost_terms
  for each statement execute function keep_history();
drop trigger cost_terms_stay on cost_terms;
drop function keep_cost_terms();

-- Their state moves on; no row of them goes. What an issued invoice says is kept by issued_invoice_stays.
create trigger history_stays before delete or truncate on invoice
  for each statement execute function keep_history('demo');
create trigger history_stays before delete or truncate on payment
  for each statement execute function keep_history();
create trigger history_stays before delete or truncate on refund
  for each statement execute function keep_history();
create trigger history_stays before delete or truncate on dispute
  for each statement execute function keep_history();
create trigger history_stays before delete or truncate on halt
  for each statement execute function keep_history();
