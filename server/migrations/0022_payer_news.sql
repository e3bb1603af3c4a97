-- Makes the open pages of a payer reread when one of their payments or refunds changed: on commit the database sends one hint per payer to
-- every process, whichever command wrote. The format is that of `publishWithCommit`; '' is no process's id, so that all of them handle it.
create function tell_payer() returns trigger language plpgsql as $$
declare
  payer uuid;
begin
  if tg_table_name = 'payment' then payer := new.account_id;
  else select account_id into payer from payment where id = new.payment_id;
  end if;
  perform pg_notify('paddock', json_build_array('', json_build_array('money-changed',
    json_build_object('accountId', payer)::text))::text);
  return null;
end
$$;

-- Not for `asked_at` and other bookkeeping that no page shows.
create trigger tells_payer
  after insert or update of state, failure, amount, received, refunded, disputed, charged_back, receipt_number, pay_url on payment
  for each row execute function tell_payer();
create trigger tells_payer after insert or update of state, failure, receipt_number on refund
  for each row execute function tell_payer();
