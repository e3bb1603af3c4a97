-- Money that comes in and goes back, and the books that account for it.

create table payment (
  id uuid constraint payment_pkey primary key,
  account_id uuid not null constraint payment_account_id_fkey references account (id),
  -- Created by the client: the same key again is the same payment.
  idempotency_key uuid not null,
  purpose text not null constraint payment_purpose_check check (purpose in ('membership', 'invoice')),
  -- The invoice's id where the purpose is an invoice.
  subject_id uuid,
  amount bigint not null constraint payment_amount_check check (amount > 0),
  currency char(3) not null,
  -- 'credit': paid from money of the person that the company already holds.
  provider text not null constraint payment_provider_check check (provider in ('sandbox', 'stripe', 'transfer', 'credit')),
  -- The provider's own name for it, such as a Checkout Session.
  provider_ref text,
  -- Where the person continues to pay.
  pay_url text,
  -- The reference a bank transfer must carry (ISO 11649); never released, so never used twice.
  reference text constraint payment_reference_key unique,
  state text not null
    constraint payment_state_check check (state in ('started', 'pending', 'succeeded', 'failed', 'refunded', 'charged-back')),
  failure text,
  -- Money received, held or used. Refunded: the part of it that was sent back or is on its way.
  received bigint not null default 0,
  refunded bigint not null default 0,
  -- Money that the payer's bank holds during a dispute, and the part it has taken back for good.
  disputed bigint not null default 0,
  charged_back bigint not null default 0,
  receipt_number text constraint payment_receipt_number_key unique,
  -- When a delayed confirmation arrives (sandbox).
  settles_at timestamptz,
  -- When the provider was last asked for its status.
  asked_at timestamptz,
  -- When the card provider was asked which card paid.
  card_noted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  -- The match that had settled it was undone: it is never settled again, and its receipt is void.
  undone_at timestamptz,
  constraint payment_account_id_idempotency_key_key unique (account_id, idempotency_key),
  constraint payment_amount_received_check check (received between 0 and amount),
  constraint payment_received_refunded_disputed_charged_back_check check (refunded >= 0 and disputed >= 0 and charged_back >= 0
    and refunded + disputed + charged_back <= received)
);
-- A membership is paid for once.
create unique index payment_account_id_key on payment (account_id) where purpose = 'membership' and state = 'succeeded';
create unique index payment_provider_provider_ref_key on payment (provider, provider_ref) where provider_ref is not null;
create index payment_account_id_id_idx on payment (account_id, id desc);
create index payment_subject_id_idx on payment (subject_id) where subject_id is not null;
create index payment_settles_at_idx on payment (settles_at) where state = 'pending';
-- Payments whose cards are still to be looked up.
create index payment_id_idx on payment (id) where provider = 'stripe' and received > 0 and card_noted_at is null;
-- The cashier's lists, by their sortable columns.
create index payment_created_at_id_idx on payment (created_at, id);
create index payment_amount_id_idx on payment (amount, id);
-- Payments whose provider is asked again.
create index payment_created_at_idx on payment (created_at) where state in ('started', 'pending');
-- Its state changes, but no row is deleted.
create trigger history_stays before delete or truncate on payment
  for each statement execute function keep_history();
create trigger tells_staff after insert or update or delete on payment
  for each row execute function tell_staff('payments');

-- Webhook events of providers, each handled once. `kind` is the provider's own word.
create table payment_event (
  provider text not null constraint payment_event_provider_check check (provider in ('sandbox', 'stripe', 'transfer', 'credit')),
  event_id text not null,
  kind text not null,
  payment_id uuid constraint payment_event_payment_id_fkey references payment (id),
  at timestamptz not null default clock_timestamp(),
  constraint payment_event_pkey primary key (provider, event_id)
);
create trigger history_stays before update or delete or truncate on payment_event
  for each statement execute function keep_history();

-- The double-entry ledger of money: every transfer's entries sum to zero (checked when the transaction ends). A payment moves money more
-- than once: in, in parts, back.
create table money_transfer (
  id uuid constraint money_transfer_pkey primary key,
  payment_id uuid constraint money_transfer_payment_id_fkey references payment (id),
  memo text not null,
  -- Names the event, so that each is booked once.
  key text constraint money_transfer_key_key unique,
  at timestamptz not null default clock_timestamp()
);
create index money_transfer_payment_id_idx on money_transfer (payment_id) where payment_id is not null;
create index money_transfer_at_idx on money_transfer (at);
create trigger history_stays before update or delete or truncate on money_transfer
  for each statement execute function keep_history('demo');

create table money_entry (
  transfer_id uuid not null constraint money_entry_transfer_id_fkey references money_transfer (id),
  line integer not null,
  -- Such as 'provider:sandbox', 'income:membership', 'receivable:<account id>'.
  account text not null,
  -- Debit positive, credit negative; minor units.
  amount bigint not null constraint money_entry_amount_check check (amount <> 0),
  currency char(3) not null,
  constraint money_entry_pkey primary key (transfer_id, line)
);
create index money_entry_account_idx on money_entry (account);
create trigger history_stays before update or delete or truncate on money_entry
  for each statement execute function keep_history('demo');

create function check_transfer_balances() returns trigger language plpgsql as $$
begin
  if exists (select 1 from money_entry where transfer_id = new.transfer_id group by currency having sum(amount) <> 0) then
    raise exception 'transfer % does not balance', new.transfer_id;
  end if;
  return null;
end $$;
create constraint trigger transfer_balances after insert or update on money_entry
  deferrable initially deferred for each row execute function check_transfer_balances();

create table refund (
  id uuid constraint refund_pkey primary key,
  payment_id uuid not null constraint refund_payment_id_fkey references payment (id),
  amount bigint not null constraint refund_amount_check check (amount > 0),
  -- 'person': requested within the terms' period. 'rejected': identity refused for good. 'surplus': it was already paid.
  cause text not null constraint refund_cause_check check (cause in ('person', 'rejected', 'surplus', 'cashier')),
  -- For the person to read.
  reason text not null,
  actor_id uuid,
  -- 'by-hand': a cashier sends it from the bank. 'cancelled': withdrawn before money moved.
  state text not null constraint refund_state_check check (state in ('asked', 'sent', 'by-hand', 'succeeded', 'failed', 'cancelled')),
  provider_ref text,
  -- Who sends the money: the payment's provider, or 'transfer' when a cashier sent it from the bank instead.
  sent_by text constraint refund_sent_by_check check (sent_by in ('sandbox', 'stripe', 'transfer', 'credit')),
  failure text,
  -- Increments when a failed refund is sent again or its money came back: each round is a separate request and booking.
  round integer not null default 0,
  tries integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  receipt_number text constraint refund_receipt_number_key unique,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz
);
create index refund_payment_id_idx on refund (payment_id);
create index refund_next_try_at_idx on refund (next_try_at) where state in ('asked', 'sent');
create trigger history_stays before delete or truncate on refund
  for each statement execute function keep_history();
create trigger tells_staff after insert or update or delete on refund
  for each row execute function tell_staff('payments');

-- Disputes by payers' banks, as reported by the provider.
create table dispute (
  id uuid constraint dispute_pkey primary key,
  payment_id uuid not null constraint dispute_payment_id_fkey references payment (id),
  provider_ref text not null constraint dispute_provider_ref_key unique,
  -- 'inquiry': the bank asks, and no money has moved. 'open': it holds the money. 'closed': an inquiry without consequences.
  state text not null default 'inquiry' constraint dispute_state_check check (state in ('inquiry', 'open', 'won', 'lost', 'closed')),
  amount bigint not null constraint dispute_amount_check check (amount > 0),
  currency char(3) not null,
  -- The part of the amount that the payment still held when the bank took it; the rest had been refunded before.
  held bigint not null default 0,
  -- The bank's reason, as the provider's code.
  reason text not null,
  -- The deadline for our answer, and whether it was sent.
  evidence_due_at timestamptz,
  evidence_sent boolean not null default false,
  opened_at timestamptz not null,
  settled_at timestamptz,
  -- When the provider was last asked for its status.
  asked_at timestamptz not null default clock_timestamp(),
  constraint dispute_amount_held_check check (held between 0 and amount)
);
create index dispute_payment_id_idx on dispute (payment_id);
create index dispute_asked_at_idx on dispute (asked_at) where state in ('inquiry', 'open');
create trigger history_stays before delete or truncate on dispute
  for each statement execute function keep_history();
create trigger tells_staff after insert or update or delete on dispute
  for each row execute function tell_staff('disputes');

-- Receipts are numbered without gaps by series and year: the row is locked by the transaction that issues. 'R': money received; 'B': money
-- sent back.
create table receipt_counter (
  series text not null constraint receipt_counter_series_check check (series in ('R', 'B')),
  year integer not null,
  last integer not null,
  constraint receipt_counter_pkey primary key (series, year)
);

-- A bank's file, received in parts, read by a mapping of its columns.
create table bank_import (
  id uuid constraint bank_import_pkey primary key,
  actor_id uuid not null,
  file_name text not null,
  -- SHA-256 of the text: the same file again is the same import.
  file_hash bytea not null constraint bank_import_file_hash_key unique,
  part_count integer not null constraint bank_import_part_count_check check (part_count > 0),
  state text not null default 'receiving' constraint bank_import_state_check check (state in ('receiving', 'ready', 'running', 'done')),
  mapping jsonb,
  -- Rows of the file, and how many of them have been processed.
  row_count integer not null default 0,
  done_count integer not null default 0,
  imported integer not null default 0,
  known integer not null default 0,
  ignored integer not null default 0,
  matched integer not null default 0,
  outgoing integer not null default 0,
  other_currency integer not null default 0,
  faults jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
create trigger tells_staff after insert or update or delete on bank_import
  for each row execute function tell_staff('transfers');

-- The text itself, until the import is done.
create table bank_import_part (
  import_id uuid not null constraint bank_import_part_import_id_fkey references bank_import (id) on delete cascade,
  number integer not null,
  text text not null,
  constraint bank_import_part_pkey primary key (import_id, number)
);

-- The last column mapping of a bank's files, by a hash of their header.
create table bank_mapping (
  header_hash bytea constraint bank_mapping_pkey primary key,
  mapping jsonb not null
);

-- A line of the bank: money in, money out (shown, but not booked), or money in a currency other than the company's.
create table bank_line (
  id uuid constraint bank_line_pkey primary key,
  import_id uuid not null constraint bank_line_import_id_fkey references bank_import (id),
  line integer not null,
  -- The bank's own id, or a hash of the line and of how many equal lines precede it in its file.
  fingerprint bytea not null constraint bank_line_fingerprint_key unique,
  kind text not null default 'in' constraint bank_line_kind_check check (kind in ('in', 'out', 'other-currency')),
  booked_on date not null,
  amount bigint not null constraint bank_line_amount_check check (amount > 0),
  currency char(3) not null,
  text text not null,
  payer_name text not null,
  payer_account text not null,
  -- The unused part: unassigned, or credit of the account named below.
  remaining bigint not null,
  account_id uuid constraint bank_line_account_id_fkey references account (id),
  -- Why no account was found, in words.
  hint text,
  -- How often its match was undone.
  undone integer not null default 0,
  -- When the person asked for a refund of their credit (the rest of this line). Until a cashier has sent it, it pays no invoice.
  pay_back_asked_at timestamptz,
  returned_at timestamptz,
  -- When it was removed from the books: its entries were reversed.
  taken_back_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint bank_line_amount_remaining_check check (remaining between 0 and amount),
  -- Money that went out pays nothing.
  constraint bank_line_kind_remaining_account_id_check check (kind <> 'out' or (remaining = 0 and account_id is null))
);
-- Lines still to be matched.
create index bank_line_id_idx on bank_line (id) where remaining > 0;
create index bank_line_booked_on_id_idx on bank_line (booked_on, id);
-- A person's credit.
create index bank_line_account_id_idx on bank_line (account_id) where remaining > 0 and account_id is not null;
create trigger tells_staff after insert or update or delete on bank_line
  for each row execute function tell_staff('transfers');

-- What a line paid. A use that was undone stays, and the line may be used for the same payment again; hence no primary key.
create table bank_line_use (
  line_id uuid not null constraint bank_line_use_line_id_fkey references bank_line (id),
  payment_id uuid not null constraint bank_line_use_payment_id_fkey references payment (id),
  amount bigint not null constraint bank_line_use_amount_check check (amount > 0),
  at timestamptz not null default clock_timestamp(),
  undone_at timestamptz
);
create unique index bank_line_use_line_id_payment_id_key on bank_line_use (line_id, payment_id) where undone_at is null;
create index bank_line_use_payment_id_idx on bank_line_use (payment_id);
