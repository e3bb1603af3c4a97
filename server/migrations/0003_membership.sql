create table payment (
  id uuid primary key,
  account_id uuid not null references account (id),
  idempotency_key uuid not null,
  purpose text not null check (purpose in ('membership', 'invoice')),
  -- The invoice's id where the purpose is an invoice.
  subject_id uuid,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  provider text not null,
  state text not null check (state in ('started', 'pending', 'succeeded', 'failed')),
  failure text,
  -- When a delayed confirmation arrives (sandbox).
  settles_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  unique (account_id, idempotency_key)
);
create index payments_to_settle on payment (settles_at) where state = 'pending';
create index payments_of_subject on payment (subject_id) where subject_id is not null;
-- One membership is paid once.
create unique index one_membership_payment on payment (account_id) where purpose = 'membership' and state = 'succeeded';

-- The double-entry ledger of money: every transfer's entries sum to zero (checked when the transaction ends).
create table money_transfer (
  id uuid primary key,
  payment_id uuid references payment (id),
  memo text not null,
  at timestamptz not null default clock_timestamp()
);
create unique index one_transfer_per_payment on money_transfer (payment_id) where payment_id is not null;
create table money_entry (
  transfer_id uuid not null references money_transfer (id),
  line integer not null,
  -- Such as 'provider:sandbox', 'income:membership', 'receivable:<account id>'.
  account text not null,
  -- Debit positive, credit negative; minor units.
  amount bigint not null check (amount <> 0),
  currency char(3) not null,
  primary key (transfer_id, line)
);
create function check_transfer_balances() returns trigger language plpgsql as $$
begin
  if exists (select 1 from money_entry where transfer_id = new.transfer_id group by currency having sum(amount) <> 0) then
    raise exception 'transfer % does not balance', new.transfer_id;
  end if;
  return null;
end $$;
create constraint trigger transfer_balances after insert or update on money_entry
  deferrable initially deferred for each row execute function check_transfer_balances();
