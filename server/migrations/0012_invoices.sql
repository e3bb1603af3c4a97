-- Numbers without gaps, by series and year of the house. Who issues locks the series' row first; `last_at` keeps the dates in the
-- order of the numbers.
create table paper_series (series text primary key, last_at timestamptz not null);
create table paper_counter (
  series text not null,
  year integer not null,
  last integer not null,
  primary key (series, year)
);
insert into paper_counter (series, year, last) select 'invoice', year, last from invoice_counter;
insert into paper_series (series, last_at) select 'invoice', max(issued_at) from invoice having count(*) > 0;
drop table invoice_counter;

-- What a late fee and storage may cost was promised with the invoice of the sale: nothing else can be charged for it.
alter table invoice
  add column kind text not null default 'sale' check (kind in ('sale', 'late-fee', 'storage')),
  -- The invoice of the sale that a charge belongs to.
  add column about_id uuid references invoice (id),
  add column credited bigint not null default 0 check (credited between 0 and total),
  -- What is printed, as it was when the invoice was issued.
  add column paper jsonb,
  add column late_fee bigint not null default 0 check (late_fee >= 0),
  add column late_fee_tax integer not null default 0,
  add column storage_per_day bigint not null default 0 check (storage_per_day >= 0),
  add column storage_tax integer not null default 0,
  add column storage_from timestamptz,
  add column reminded_at timestamptz,
  add column overdue_at timestamptz,
  -- The vehicle was handed over; storage ends.
  add column collected_at timestamptz,
  add constraint charge_belongs_to_a_sale check ((kind = 'sale') = (about_id is null));
alter table invoice alter column kind drop default;

-- Lines get their kind and their tax. What rounding the sum once had added or taken goes to the first line.
update invoice set lines = (
  select jsonb_agg(line || jsonb_build_object('kind', case n when 1 then 'hammer' when 2 then 'premium' else 'fee' end,
    'tax', taxed + case n when 1 then invoice.tax - all_taxed else 0 end) order by n)
  from (
    select line, n, taxed, sum(taxed) over () as all_taxed
    from jsonb_array_elements(lines) with ordinality as each (line, n),
      lateral (select round((line ->> 'amount')::numeric * (line ->> 'taxBasisPoints')::numeric / 10000) as taxed) as own
  ) as known);
update invoice set paper = jsonb_build_object('kind', 'sale', 'number', number, 'sample', false, 'currency', currency,
  'timeZone', 'UTC', 'taxLabel', 'Tax', 'issuedAt', floor(extract(epoch from issued_at) * 1000),
  'suppliedAt', floor(extract(epoch from issued_at) * 1000), 'dueAt', floor(extract(epoch from due_at) * 1000),
  'seller', jsonb_build_object('brand', '', 'name', '', 'address', '', 'email', '', 'phone', '', 'taxId', '', 'registration', ''),
  'buyer', (select jsonb_build_object('name', name, 'address', '', 'country', country, 'email', email, 'paddle', paddle, 'taxId', '')
    from account where account.id = account_id),
  'subject', jsonb_build_object('title', title, 'lotNumber', lot_number), 'lines', lines,
  'taxes', (select jsonb_agg(jsonb_build_object('basisPoints', rate, 'net', net_of, 'tax', tax_of) order by rate desc) from (
    select (line ->> 'taxBasisPoints')::int as rate, sum((line ->> 'amount')::bigint) as net_of, sum((line ->> 'tax')::bigint) as tax_of
    from jsonb_array_elements(lines) as each (line) group by 1) as rates),
  'net', net, 'tax', tax, 'total', total, 'about', null, 'reason', null, 'notes', '[]'::jsonb);
alter table invoice alter column paper set not null;

drop index one_invoice_per_lot;
create unique index one_invoice_per_lot on invoice (lot_id) where kind = 'sale' and state <> 'cancelled';
create unique index one_late_fee on invoice (about_id) where kind = 'late-fee';
create index charges_of_invoice on invoice (about_id) where about_id is not null;
create index invoices_of_lot on invoice (lot_id) where lot_id is not null;
create index invoices_to_watch on invoice (due_at) where state in ('issued', 'part-paid');

create table credit_note (
  id uuid primary key,
  number text not null unique,
  invoice_id uuid not null references invoice (id),
  account_id uuid not null references account (id),
  -- As an invoice's, each with the index of the line it corrects in `of`.
  lines jsonb not null,
  net bigint not null,
  tax bigint not null,
  total bigint not null check (total = net + tax and total > 0),
  cause text not null check (cause in ('correction', 'sale-voided', 'buyer-default', 'goodwill')),
  reason text not null,
  -- Null: the house by itself, after a voided sale.
  actor_id uuid,
  -- Paid money that went back with it.
  refund bigint not null default 0 check (refund between 0 and total),
  paper jsonb not null,
  issued_at timestamptz not null
);
create index credit_notes_of_invoice on credit_note (invoice_id);

-- What happened to an invoice, for people to read.
create table invoice_event (
  id uuid primary key,
  invoice_id uuid not null references invoice (id),
  at timestamptz not null,
  what text not null,
  amount bigint,
  words text,
  position bigint generated always as identity
);
create index events_of_invoice on invoice_event (invoice_id, position);

-- The tax number of a person who buys for a business; it stands on his invoices.
create table buyer_tax_id (
  account_id uuid primary key references account (id) on delete cascade,
  tax_id text not null
);

-- An issued paper never changes and never goes; what is wrong with it is corrected by a credit note. Only the demo forgets: its people
-- are invented, and no house in production takes a database that holds them.
create function keep_issued_paper() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (to_jsonb(old) - array['state', 'paid', 'credited', 'reminded_at', 'overdue_at', 'collected_at'])
    = (to_jsonb(new) - array['state', 'paid', 'credited', 'reminded_at', 'overdue_at', 'collected_at']) then
    return new;
  end if;
  if tg_op = 'DELETE' and exists (select 1 from account where id = old.account_id and demo) then return old; end if;
  raise exception '% % was issued and stays as it is', tg_table_name, old.number;
end $$;
create trigger issued_invoice_stays before update or delete on invoice for each row execute function keep_issued_paper();
create trigger issued_credit_note_stays before update or delete on credit_note
  for each row execute function keep_issued_paper();

-- A charge is one that the invoice of the sale announced: the late fee once, not before the due date; storage for days that have
-- begun, until the vehicle was collected.
create function check_charge_was_announced() returns trigger language plpgsql as $$
declare
  sale invoice;
  days bigint;
begin
  if new.kind = 'sale' then return new; end if;
  select * into sale from invoice where id = new.about_id and kind = 'sale' for update;
  if not found or sale.account_id <> new.account_id or sale.currency <> new.currency then
    raise exception 'a charge belongs to an invoice of a sale to the same person';
  end if;
  if new.kind = 'late-fee' then
    if new.net = sale.late_fee and new.tax = floor((new.net * sale.late_fee_tax + 5000) / 10000.0)
      and new.issued_at >= sale.due_at then return new; end if;
    raise exception 'this late fee was not announced';
  end if;
  days := floor(extract(epoch from coalesce(sale.collected_at, new.issued_at) - sale.storage_from) / 86400) + 1;
  if sale.storage_per_day > 0 and new.net > 0 and new.net % sale.storage_per_day = 0
    and new.tax = floor((new.net * sale.storage_tax + 5000) / 10000.0)
    and new.net + (select coalesce(sum(net), 0) from invoice where about_id = sale.id and kind = 'storage')
      <= days * sale.storage_per_day then return new; end if;
  raise exception 'this storage was not announced';
end $$;
create trigger charge_was_announced before insert on invoice for each row execute function check_charge_was_announced();
