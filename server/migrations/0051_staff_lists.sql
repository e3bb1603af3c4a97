-- Has open pages of staff read a list again when a table it is read from changed: the database sends one hint per list with the commit,
-- whichever command wrote, and to every process. The format is that of `publishWithCommit`; '' is no process, so that all of them listen.
create function tell_staff() returns trigger language plpgsql as $$
begin
  perform pg_notify('paddock', json_build_array('', json_build_array('staff-list', tg_argv[0]))::text);
  return null;
end
$$;

create trigger tells_staff after insert or update or delete on verification_case
  for each row execute function tell_staff('verifications');
create trigger tells_staff after insert or update or delete on auction
  for each row execute function tell_staff('sales');
create trigger tells_staff after insert or update or delete on halt
  for each row execute function tell_staff('halts');
create trigger tells_staff after insert or update or delete on lot_question
  for each row execute function tell_staff('questions');
create trigger tells_staff after insert or update or delete on payment
  for each row execute function tell_staff('payments');
create trigger tells_staff after insert or update or delete on refund
  for each row execute function tell_staff('payments');
create trigger tells_staff after insert or update or delete on dispute
  for each row execute function tell_staff('disputes');
create trigger tells_staff after insert or update or delete on bank_line
  for each row execute function tell_staff('transfers');
create trigger tells_staff after insert or update or delete on bank_import
  for each row execute function tell_staff('transfers');
create trigger tells_staff after insert or update or delete on vehicle_import
  for each row execute function tell_staff('vehicle-imports');
create trigger tells_staff after insert or update or delete on photograph
  for each row execute function tell_staff('photographs');
