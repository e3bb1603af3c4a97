-- The kind of notices about bids that were voided. The list is extended as it is, so that kinds which other migrations added stay.
do $$
declare
  listed text;
  owner text;
begin
  foreach owner in array array['notification', 'notification_choice'] loop
    select pg_get_constraintdef(oid) into strict listed from pg_constraint
    where conrelid = owner::regclass and conname = owner || '_kind_check';
    execute format('alter table %1$I drop constraint %2$I, add constraint %2$I %3$s', owner, owner || '_kind_check',
      replace(listed, 'ARRAY[', 'ARRAY[''bids-voided''::text, '));
  end loop;
end $$;
