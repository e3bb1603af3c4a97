-- What sellers are owed, the statements that say so, and the payouts that pay them.

-- What a lot adds to its seller's account, or takes off it. Never changed: what no longer holds is reversed by another row.
create table seller_entry (
  id uuid constraint seller_entry_pkey primary key,
  seller_id uuid not null constraint seller_entry_seller_id_fkey references seller (id),
  auction_id uuid not null,
  lot_id uuid not null,
  kind text not null constraint seller_entry_kind_check check (kind in ('hammer', 'commission', 'no-sale-fee', 'relist-fee')),
  -- Minor units; positive is owed to the seller.
  amount bigint not null,
  -- On a commission or a fee, with the same sign.
  tax bigint not null,
  currency char(3) not null,
  at timestamptz not null default clock_timestamp(),
  -- Several rows of one transaction may have the same time: this is their order.
  position bigint generated always as identity
);
create index seller_entry_lot_id_idx on seller_entry (lot_id);
create index seller_entry_seller_id_auction_id_idx on seller_entry (seller_id, auction_id);
create index seller_entry_auction_id_idx on seller_entry (auction_id);
create trigger history_stays before update or delete or truncate on seller_entry
  for each statement execute function keep_history('demo');

-- Statements and payouts are numbered as invoices are.
alter table document_series drop constraint document_series_series_check,
  add constraint document_series_series_check check (series in ('invoice', 'credit-note', 'statement', 'payout'));
alter table document_counter drop constraint document_counter_series_check,
  add constraint document_counter_series_check check (series in ('invoice', 'credit-note', 'statement', 'payout'));

-- What a seller gets for an auction. A later change of its lots is on a later statement.
create table seller_statement (
  id uuid constraint seller_statement_pkey primary key,
  number text not null constraint seller_statement_number_key unique,
  seller_id uuid not null constraint seller_statement_seller_id_fkey references seller (id),
  auction_id uuid not null,
  currency char(3) not null,
  -- Below zero: the seller owes us this much; it is taken off their next payout.
  net bigint not null,
  -- What is printed, as it was when the statement was issued.
  document jsonb not null,
  issued_at timestamptz not null,
  actor_id uuid not null
);
create index seller_statement_seller_id_id_idx on seller_statement (seller_id, id desc);
create index seller_statement_auction_id_idx on seller_statement (auction_id);
create trigger history_stays before update or delete or truncate on seller_statement
  for each statement execute function keep_history();

-- An entry is on one statement.
create table seller_statement_entry (
  entry_id uuid constraint seller_statement_entry_pkey primary key
    constraint seller_statement_entry_entry_id_fkey references seller_entry (id),
  statement_id uuid not null constraint seller_statement_entry_statement_id_fkey references seller_statement (id)
);
create index seller_statement_entry_statement_id_idx on seller_statement_entry (statement_id);
create trigger history_stays before update or delete or truncate on seller_statement_entry
  for each statement execute function keep_history();

-- Payouts to sellers, sent to the bank as one file.
create table payout_batch (
  id uuid constraint payout_batch_pkey primary key,
  -- The reference that the bank's lines carry.
  number text not null constraint payout_batch_number_key unique,
  format text not null constraint payout_batch_format_check check (format in ('sepa', 'nacha', 'csv')),
  currency char(3) not null,
  total bigint not null constraint payout_batch_total_check check (total > 0),
  state text not null default 'made' constraint payout_batch_state_check check (state in ('made', 'paid', 'canceled')),
  -- The file for the bank, encrypted: it has account numbers.
  sealed bytea not null,
  made_at timestamptz not null,
  actor_id uuid not null,
  decided_at timestamptz,
  -- Null: paid by a line of the bank.
  decided_by uuid,
  reason text,
  bank_line_id uuid constraint payout_batch_bank_line_id_fkey references bank_line (id),
  constraint payout_batch_state_decided_at_check check ((state = 'made') = (decided_at is null))
);
create index payout_batch_made_at_id_idx on payout_batch (made_at, id);
create trigger history_stays before delete or truncate on payout_batch
  for each statement execute function keep_history();
create trigger tells_staff after insert or update or delete on payout_batch
  for each statement execute function tell_staff('payouts');

-- What one seller gets in a batch.
create table payout (
  id uuid constraint payout_pkey primary key,
  batch uuid not null constraint payout_batch_fkey references payout_batch (id),
  seller_id uuid not null constraint payout_seller_id_fkey references seller (id),
  amount bigint not null constraint payout_amount_check check (amount > 0),
  -- Such as 'IBAN …3000'.
  pays_to text not null,
  constraint payout_batch_seller_id_key unique (batch, seller_id)
);
create index payout_seller_id_idx on payout (seller_id);
create trigger history_stays before update or delete or truncate on payout
  for each statement execute function keep_history();

-- A canceled batch releases its statements for another one.
create table payout_statement (
  payout_id uuid not null constraint payout_statement_payout_id_fkey references payout (id),
  statement_id uuid not null constraint payout_statement_statement_id_fkey references seller_statement (id),
  released_at timestamptz,
  constraint payout_statement_pkey primary key (payout_id, statement_id)
);
create unique index payout_statement_statement_id_key on payout_statement (statement_id) where released_at is null;

-- A batch is the order given to the bank: once made, only its end is recorded, once.
create function keep_payout_batch() returns trigger language plpgsql as $$
begin
  -- A new key seals the file again.
  if current_setting('paddock.history', true) = 'rotate-keys' and (to_jsonb(old) - 'sealed') = (to_jsonb(new) - 'sealed') then
    return new;
  end if;
  if old.state = 'made' and (to_jsonb(old) - array['state', 'decided_at', 'decided_by', 'reason', 'bank_line_id'])
    = (to_jsonb(new) - array['state', 'decided_at', 'decided_by', 'reason', 'bank_line_id']) then
    return new;
  end if;
  raise exception 'payout % was made and stays as it is', old.number;
end $$;
create trigger made_batch_stays before update on payout_batch for each row execute function keep_payout_batch();
