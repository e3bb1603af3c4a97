-- What ended lots came to, by auction and quarter of an hour: the days of every time zone are made of these. The overview and the reports
-- add them up instead of reading every lot. Withdrawn lots don't count.
set lock_timeout = '2s';
create table ended_lots (
  auction_id uuid not null constraint ended_lots_auction_id_fkey references auction (id),
  -- When the quarter of an hour begins.
  at timestamptz not null,
  ended integer not null,
  sold integer not null,
  hammer bigint not null,
  constraint ended_lots_pkey primary key (auction_id, at)
);
create index ended_lots_at_idx on ended_lots (at);

-- In the commit that records the end or the outcome. Lots of one auction end one after another, under its lock, so nothing waits here
-- that didn't wait before. The price of a sold lot never changes, also when its sale is undone.
create function sum_ended_lot() returns trigger language plpgsql as $$
begin
  insert into ended_lots as sums (auction_id, at, ended, sold, hammer)
  select new.auction_id, date_bin('15 minutes', closed_at, 'epoch'), sum(way),
    coalesce(sum(way) filter (where outcome = 'sold'), 0), coalesce(sum(way * price) filter (where outcome = 'sold'), 0)
  from (values (old.closed_at, old.outcome, -1), (new.closed_at, new.outcome, 1)) lot_then (closed_at, outcome, way)
    left join (select price from standing where lot_id = new.id) standing on true
  where closed_at is not null and outcome <> 'withdrawn'
  group by 2
  on conflict (auction_id, at) do update
  set ended = sums.ended + excluded.ended, sold = sums.sold + excluded.sold, hammer = sums.hammer + excluded.hammer;
  return null;
end $$;
create trigger ended_lot_is_summed after insert or update of closed_at, outcome on lot for each row when (new.outcome is not null)
  execute function sum_ended_lot();

insert into ended_lots (auction_id, at, ended, sold, hammer)
select l.auction_id, date_bin('15 minutes', l.closed_at, 'epoch'), count(*), count(*) filter (where l.outcome = 'sold'),
  coalesce(sum(s.price) filter (where l.outcome = 'sold'), 0)
from lot l join standing s on s.lot_id = l.id where l.closed_at is not null and l.outcome <> 'withdrawn' group by 1, 2;

-- What all invoices come to: the sum of these rows, of which every change of an invoice adds one or two in its own commit. They have no
-- key, so that no payment waits for another; a job adds up many to few.
create table invoice_sums (
  currency char(3) not null,
  kind text not null constraint invoice_sums_kind_check check (kind in ('sale', 'late-fee', 'storage')),
  -- By amounts, as the list of invoices shows it; what is overdue is open.
  state text not null constraint invoice_sums_state_check check (state in ('open', 'paid', 'cancelled')),
  invoices bigint not null,
  total bigint not null,
  credited bigint not null,
  paid bigint not null,
  owed bigint not null
);

create function sum_invoice() returns trigger language plpgsql as $$
begin
  insert into invoice_sums (currency, kind, state, invoices, total, credited, paid, owed)
  select new.currency, new.kind, case when owed > 0 then 'open' when credited >= total then 'cancelled' else 'paid' end, sum(way),
    sum(way * total), sum(way * credited), sum(way * paid), sum(way * owed)
  from (values (old.total, old.credited, old.paid, -1), (new.total, new.credited, new.paid, 1)) invoice_then (total, credited, paid, way)
    cross join lateral (select greatest(total - credited - paid, 0) as owed) left_to_pay
  where total is not null
  group by 3
  having sum(way) <> 0 or sum(way * credited) <> 0 or sum(way * paid) <> 0;
  return null;
end $$;
create trigger invoice_is_summed after insert or update of total, credited, paid on invoice for each row execute function sum_invoice();

insert into invoice_sums (currency, kind, state, invoices, total, credited, paid, owed)
select currency, kind, case when total - credited - paid > 0 then 'open' when credited >= total then 'cancelled' else 'paid' end, count(*),
  sum(total), sum(credited), sum(paid), sum(greatest(total - credited - paid, 0))
from invoice group by 1, 2, 3;
