-- Numbers without gaps: the row of the year is locked by the transaction that issues.
create table invoice_counter (year integer primary key, last integer not null);

create table invoice (
  id uuid primary key,
  number text not null unique,
  account_id uuid not null references account (id),
  lot_id uuid,
  lot_number integer,
  title text not null,
  currency char(3) not null,
  state text not null check (state in ('issued', 'part-paid', 'paid', 'overdue', 'cancelled')),
  -- [{label, amount, taxBasisPoints}]
  lines jsonb not null,
  net bigint not null,
  tax bigint not null,
  total bigint not null check (total = net + tax),
  paid bigint not null default 0 check (paid between 0 and total),
  issued_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null
);
-- A sold lot has exactly one invoice.
create unique index one_invoice_per_lot on invoice (lot_id) where lot_id is not null and state <> 'cancelled';
create index invoice_of_account on invoice (account_id, id desc);
