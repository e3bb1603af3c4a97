-- Payments with real money: what the provider calls them, what of them has arrived, what went back.
alter table payment drop constraint payment_state_check;
alter table payment
  add constraint payment_state_check check (state in ('started', 'pending', 'succeeded', 'failed', 'refunded')),
  -- The provider's own name for it, such as a Checkout Session.
  add column provider_ref text,
  -- Where the person goes on paying.
  add column pay_url text,
  -- What a bank transfer has to carry (ISO 11649); given back by nobody, so never used twice.
  add column reference text unique,
  -- Money that has arrived for it and is held or used. Refunded: what of that is on its way back or there.
  add column received bigint not null default 0,
  add column refunded bigint not null default 0,
  -- When the provider was last asked about it.
  add column asked_at timestamptz,
  add column receipt_number text unique;
update payment set received = amount where state = 'succeeded';
alter table payment
  add constraint payment_received_check check (received between 0 and amount),
  add constraint payment_refunded_check check (refunded between 0 and received);
create unique index payment_of_provider on payment (provider, provider_ref) where provider_ref is not null;
create index payments_open on payment (created_at) where state in ('started', 'pending');
create index payments_of_account on payment (account_id, id desc);

-- A payment moves money more than once: in, in parts, back. `key` names the event, so that each is booked once.
drop index one_transfer_per_payment;
alter table money_transfer add column key text unique;
create index transfers_of_payment on money_transfer (payment_id) where payment_id is not null;
create index transfers_by_time on money_transfer (at);
create index entries_of_account on money_entry (account);

-- Reports of providers, each taken once.
create table payment_event (
  provider text not null,
  event_id text not null,
  kind text not null,
  payment_id uuid references payment (id),
  at timestamptz not null default clock_timestamp(),
  primary key (provider, event_id)
);

create table refund (
  id uuid primary key,
  payment_id uuid not null references payment (id),
  amount bigint not null check (amount > 0),
  -- 'person': asked within the time of the terms. 'rejected': identity refused for good. 'surplus': it was paid already.
  cause text not null check (cause in ('person', 'rejected', 'surplus', 'cashier')),
  -- For the person to read.
  reason text not null,
  actor_id uuid,
  -- 'by-hand': a cashier sends it from the bank. 'cancelled': taken back before money moved.
  state text not null check (state in ('asked', 'sent', 'by-hand', 'succeeded', 'failed', 'cancelled')),
  provider_ref text,
  -- Whose money went: the payment's provider, or 'transfer' where a cashier sent it from the bank instead.
  sent_by text,
  failure text,
  -- Counts on when a failed one is sent again, or money came back: each round is a request and a booking of its own.
  round integer not null default 0,
  tries integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  receipt_number text unique,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz
);
create index refunds_of_payment on refund (payment_id);
create index refunds_to_send on refund (next_try_at) where state in ('asked', 'sent');

-- Receipts are numbered without gaps by series and year: the row is locked by the transaction that issues.
create table receipt_counter (
  series text not null,
  year integer not null,
  last integer not null,
  primary key (series, year)
);

-- A bank's file, received in parts, read by a mapping of its columns.
create table bank_import (
  id uuid primary key,
  actor_id uuid not null,
  file_name text not null,
  -- SHA-256 of the text: the same file again is the same import.
  file_hash bytea not null unique,
  part_count integer not null check (part_count > 0),
  state text not null default 'receiving' check (state in ('receiving', 'ready', 'running', 'done')),
  mapping jsonb,
  -- Rows of the file, and how many of them have been gone through.
  row_count integer not null default 0,
  done_count integer not null default 0,
  imported integer not null default 0,
  known integer not null default 0,
  ignored integer not null default 0,
  matched integer not null default 0,
  faults jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
-- The text itself, until the import is done.
create table bank_import_part (
  import_id uuid not null references bank_import (id) on delete cascade,
  number integer not null,
  text text not null,
  primary key (import_id, number)
);
-- How the columns of a bank's files were read last, by a hash of their header.
create table bank_mapping (header_hash bytea primary key, mapping jsonb not null);

-- Money that came to the bank account, line by line.
create table bank_line (
  id uuid primary key,
  import_id uuid not null references bank_import (id),
  line integer not null,
  -- The bank's own id, or a hash of what the line says and how often it had said so before in its file.
  fingerprint bytea not null unique,
  booked_on date not null,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  text text not null,
  payer_name text not null,
  payer_account text not null,
  -- Not used yet: nobody's, or credit of the account it names.
  remaining bigint not null check (remaining between 0 and amount),
  account_id uuid references account (id),
  -- Why nobody was found, in words.
  hint text,
  returned_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index bank_lines_to_match on bank_line (id) where remaining > 0;
create table bank_line_use (
  line_id uuid not null references bank_line (id),
  payment_id uuid not null references payment (id),
  amount bigint not null check (amount > 0),
  at timestamptz not null default clock_timestamp(),
  primary key (line_id, payment_id)
);
