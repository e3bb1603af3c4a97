-- What staff read that still grew with the business: decision 89.
set lock_timeout = '2s';

-- The list of payments: its orders and filters, and what all of them come to, as `invoice_sums` keeps it of invoices.
create index if not exists payment_provider_id_idx on payment (provider, id);
create index if not exists payment_state_id_idx on payment (state, id);
create index if not exists payment_purpose_created_at_id_idx on payment (purpose, created_at, id) where purpose = 'membership';

create table payment_sums (
  currency char(3) not null,
  purpose text not null constraint payment_sums_purpose_check check (purpose in ('membership', 'invoice')),
  provider text not null constraint payment_sums_provider_check check (provider in ('sandbox', 'stripe', 'transfer', 'credit')),
  state text not null
    constraint payment_sums_state_check check (state in ('started', 'pending', 'succeeded', 'failed', 'refunded', 'charged-back')),
  payments bigint not null,
  received bigint not null,
  refunded bigint not null,
  disputed bigint not null,
  charged_back bigint not null,
  -- Still to come of those under way.
  waiting bigint not null
);

create function sum_payment() returns trigger language plpgsql as $$
begin
  insert into payment_sums (currency, purpose, provider, state, payments, received, refunded, disputed, charged_back, waiting)
  select currency, purpose, provider, state, sum(way), sum(way * received), sum(way * refunded), sum(way * disputed), sum(way * charged_back),
    sum(way * case when state = 'pending' then greatest(amount - received, 0) else 0 end)
  from (values
      (old.currency, old.purpose, old.provider, old.state, old.amount, old.received, old.refunded, old.disputed, old.charged_back, -1),
      (new.currency, new.purpose, new.provider, new.state, new.amount, new.received, new.refunded, new.disputed, new.charged_back, 1))
    payment_then (currency, purpose, provider, state, amount, received, refunded, disputed, charged_back, way)
  where state is not null
  group by 1, 2, 3, 4
  having sum(way) <> 0 or sum(way * received) <> 0 or sum(way * refunded) <> 0 or sum(way * disputed) <> 0
    or sum(way * charged_back) <> 0 or sum(way * amount) <> 0;
  return null;
end $$;
create trigger payment_is_summed
  after insert or update of currency, purpose, provider, state, amount, received, refunded, disputed, charged_back on payment
  for each row execute function sum_payment();

insert into payment_sums (currency, purpose, provider, state, payments, received, refunded, disputed, charged_back, waiting)
select currency, purpose, provider, state, count(*), sum(received), sum(refunded), sum(disputed), sum(charged_back),
  sum(case when state = 'pending' then greatest(amount - received, 0) else 0 end)
from payment group by 1, 2, 3, 4;

-- What the books earned, by quarter of an hour, of which the days of every time zone are made: the sum of these rows. Every entry of an
-- income adds one in its own commit, and a job adds up those of a quarter. Signed like the entries: credit is negative.
create table income_sums (
  at timestamptz not null,
  account text not null,
  currency char(3) not null,
  amount bigint not null
);
create index income_sums_at_idx on income_sums (at);

create function sum_income() returns trigger language plpgsql as $$
begin
  insert into income_sums (at, account, currency, amount)
  select date_bin('15 minutes', at, 'epoch'), new.account, new.currency, new.amount from money_transfer where id = new.transfer_id;
  return null;
end $$;
create constraint trigger income_is_summed after insert on money_entry deferrable initially deferred
  for each row when (new.account like 'income:%') execute function sum_income();

-- The demo dates transfers back, in a transaction of its own.
create function move_income() returns trigger language plpgsql as $$
begin
  insert into income_sums (at, account, currency, amount)
  select date_bin('15 minutes', moved.at, 'epoch'), account, currency, way * amount
  from money_entry cross join (values (old.at, -1), (new.at, 1)) moved (at, way) where transfer_id = new.id and account like 'income:%';
  return null;
end $$;
create trigger income_is_moved after update of at on money_transfer for each row execute function move_income();

insert into income_sums (at, account, currency, amount)
select date_bin('15 minutes', t.at, 'epoch'), e.account, e.currency, sum(e.amount)
from money_transfer t join money_entry e on e.transfer_id = t.id where e.account like 'income:%' group by 1, 2, 3;

-- How many members joined, likewise. Who joins the staff is no member.
create table member_sums (
  at timestamptz not null,
  members bigint not null
);
create index member_sums_at_idx on member_sums (at);

create function sum_member() returns trigger language plpgsql as $$
begin
  insert into member_sums (at, members)
  select date_bin('15 minutes', created_at, 'epoch'), sum(way)
  from (values (old.created_at, old.role, -1), (new.created_at, new.role, 1)) account_then (created_at, role, way)
  where role = 'member' group by 1 having sum(way) <> 0;
  return null;
end $$;
create trigger member_is_summed after insert or update of created_at, role on account for each row execute function sum_member();

insert into member_sums (at, members)
select date_bin('15 minutes', created_at, 'epoch'), count(*) from account where role = 'member' group by 1;

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
