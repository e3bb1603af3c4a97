-- What staff read that still grew with the business: decision 89.
set lock_timeout = '2s';

-- Whether nothing was ever done with a vehicle: no lot, no event. False for all but few, which alone are written here. Last, because it
-- keeps everyone from reading vehicles until the commit.
alter table vehicle add column is_in_stock boolean not null default false;
update vehicle v set is_in_stock = true
where not exists (select 1 from lot where vehicle_id = v.id) and not exists (select 1 from vehicle_event where vehicle_id = v.id);
alter table vehicle alter column is_in_stock set default true;
create index vehicle_created_at_id_is_in_stock_idx on vehicle (created_at, id) where is_in_stock;

create function note_stock(changed uuid[]) returns void language plpgsql as $$
begin
  -- In the order of ids, to the end of the transaction: of two changes to one vehicle the second sees the first.
  perform 1 from vehicle where id = any(changed) order by id for no key update;
  update vehicle v set is_in_stock = not is_in_stock
  where id = any(changed) and is_in_stock =
    (exists (select 1 from lot where vehicle_id = v.id) or exists (select 1 from vehicle_event where vehicle_id = v.id));
end $$;
create function note_stock_of_lots() returns trigger language plpgsql as $$
begin
  perform note_stock(array(select distinct vehicle_id from changed));
  return null;
end $$;
create trigger stock_is_noted after insert on lot referencing new table as changed
  for each statement execute function note_stock_of_lots();
create trigger stock_is_noted_again after delete on lot referencing old table as changed
  for each statement execute function note_stock_of_lots();
create function note_stock_of_event() returns trigger language plpgsql as $$
begin
  perform note_stock(array[new.vehicle_id]);
  return null;
end $$;
create constraint trigger stock_is_noted after insert on vehicle_event deferrable initially deferred
  for each row execute function note_stock_of_event();
