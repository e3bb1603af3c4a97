-- Invoices and credit notes. An issued document is never changed or deleted; a mistake is corrected by a credit note.

-- Gap-free numbers by series and year in the company's time zone. Issuing a document locks the series' row first; `last_at` keeps the
-- dates in the order of the numbers.
create table document_series (
  series text constraint document_series_pkey primary key
    constraint document_series_series_check check (series in ('invoice', 'credit-note')),
  last_at timestamptz not null
);
create table document_counter (
  series text not null constraint document_counter_series_check check (series in ('invoice', 'credit-note')),
  year integer not null,
  last integer not null,
  constraint document_counter_pkey primary key (series, year)
);

-- The invoice of a sale announces the rates of the late fee and of storage: nothing else can be charged for it.
create table invoice (
  id uuid constraint invoice_pkey primary key,
  number text not null constraint invoice_number_key unique,
  kind text not null constraint invoice_kind_check check (kind in ('sale', 'late-fee', 'storage')),
  -- The invoice of the sale that a charge belongs to.
  about_id uuid constraint invoice_about_id_fkey references invoice (id),
  account_id uuid not null constraint invoice_account_id_fkey references account (id),
  lot_id uuid,
  lot_number integer,
  title text not null,
  currency char(3) not null,
  state text not null constraint invoice_state_check check (state in ('issued', 'part-paid', 'paid', 'overdue', 'cancelled')),
  -- [{kind, label, amount, tax, taxBasisPoints}]
  lines jsonb not null,
  net bigint not null,
  tax bigint not null,
  total bigint not null,
  paid bigint not null default 0,
  credited bigint not null default 0,
  late_fee bigint not null default 0 constraint invoice_late_fee_check check (late_fee >= 0),
  late_fee_tax integer not null default 0,
  storage_per_day bigint not null default 0 constraint invoice_storage_per_day_check check (storage_per_day >= 0),
  storage_tax integer not null default 0,
  storage_from timestamptz,
  -- What is printed, as it was when the invoice was issued.
  document jsonb not null,
  issued_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  reminded_at timestamptz,
  overdue_at timestamptz,
  -- The vehicle was handed over; storage ends.
  collected_at timestamptz,
  -- A charge belongs to a sale.
  constraint invoice_kind_about_id_check check ((kind = 'sale') = (about_id is null)),
  constraint invoice_net_tax_total_check check (total = net + tax),
  constraint invoice_total_paid_check check (paid between 0 and total),
  constraint invoice_total_credited_check check (credited between 0 and total)
);
-- A sold lot has exactly one invoice.
create unique index invoice_lot_id_key on invoice (lot_id) where kind = 'sale' and state <> 'cancelled';
-- A late fee is charged once.
create unique index invoice_about_id_key on invoice (about_id) where kind = 'late-fee';
create index invoice_about_id_idx on invoice (about_id) where about_id is not null;
create index invoice_account_id_id_idx on invoice (account_id, id desc);
create index invoice_lot_id_idx on invoice (lot_id) where lot_id is not null;
-- Invoices to remind of, or about to be overdue.
create index invoice_due_at_idx on invoice (due_at) where state in ('issued', 'part-paid');
-- By the number as payers write it.
create index invoice_number_idx on invoice ((substring(number from '\d{4}-\d+$')));
-- Its state changes, but no row is deleted. Its content is protected by issued_invoice_stays.
create trigger history_stays before delete or truncate on invoice
  for each statement execute function keep_history('demo');

create table credit_note (
  id uuid constraint credit_note_pkey primary key,
  number text not null constraint credit_note_number_key unique,
  invoice_id uuid not null constraint credit_note_invoice_id_fkey references invoice (id),
  account_id uuid not null constraint credit_note_account_id_fkey references account (id),
  -- As an invoice's, each with the index of the line it corrects in `of`.
  lines jsonb not null,
  net bigint not null,
  tax bigint not null,
  total bigint not null,
  cause text not null constraint credit_note_cause_check check (cause in ('correction', 'sale-voided', 'buyer-default', 'goodwill')),
  reason text not null,
  -- Null: the server, after a voided sale.
  actor_id uuid,
  -- Paid money that was refunded with it.
  refund bigint not null default 0,
  document jsonb not null,
  issued_at timestamptz not null,
  constraint credit_note_net_tax_total_check check (total = net + tax and total > 0),
  constraint credit_note_total_refund_check check (refund between 0 and total)
);
create index credit_note_invoice_id_idx on credit_note (invoice_id);
create trigger history_stays before update or delete or truncate on credit_note
  for each statement execute function keep_history('demo');

-- Events of an invoice, for people to read.
create table invoice_event (
  id uuid constraint invoice_event_pkey primary key,
  invoice_id uuid not null constraint invoice_event_invoice_id_fkey references invoice (id),
  at timestamptz not null,
  what text not null
    constraint invoice_event_what_check check (what in ('issued', 'reminded', 'payment', 'paid', 'overdue', 'charged', 'credited',
      'refunded', 'refund-sent',
    'charged-back', 'payment-undone', 'cancelled', 'collected', 'resent')),
  amount bigint,
  words text,
  -- Several events of one transaction have the same time: this is their order.
  position bigint generated always as identity
);
create index invoice_event_invoice_id_position_idx on invoice_event (invoice_id, position);
create trigger history_stays before update or delete or truncate on invoice_event
  for each statement execute function keep_history('demo');

-- The tax number of a person who buys for a business; it appears on their invoices.
create table buyer_tax_id (
  account_id uuid constraint buyer_tax_id_pkey primary key
    constraint buyer_tax_id_account_id_fkey references account (id) on delete cascade,
  tax_id text not null
);

-- Only the demo deletes invoices: its people are invented, and a production server refuses a database that holds them.
create function keep_issued_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (to_jsonb(old) - array['state', 'paid', 'credited', 'reminded_at', 'overdue_at', 'collected_at'])
    = (to_jsonb(new) - array['state', 'paid', 'credited', 'reminded_at', 'overdue_at', 'collected_at']) then
    return new;
  end if;
  if tg_op = 'DELETE' and exists (select 1 from account where id = old.account_id and demo) then return old; end if;
  raise exception '% % was issued and stays as it is', tg_table_name, old.number;
end $$;
create trigger issued_invoice_stays before update or delete on invoice for each row execute function keep_issued_document();

-- A charge must have been announced by the invoice of the sale: the late fee once, not before the due date; storage for days that have
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
