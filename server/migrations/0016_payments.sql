-- Money of a payment that its payer's bank holds while it looks into a dispute, and what of it the bank has taken back for good.
alter table payment drop constraint payment_state_check, drop constraint payment_refunded_check;
alter table payment
  add column disputed bigint not null default 0,
  add column charged_back bigint not null default 0,
  add constraint payment_state_check
    check (state in ('started', 'pending', 'succeeded', 'failed', 'refunded', 'charged-back')),
  add constraint payment_refunded_check check (refunded >= 0 and disputed >= 0 and charged_back >= 0
    and refunded + disputed + charged_back <= received);

-- What a payer's bank contests, as its provider tells.
create table dispute (
  id uuid primary key,
  payment_id uuid not null references payment (id),
  provider_ref text not null unique,
  -- 'inquiry': the bank asks, and no money has moved. 'open': it holds the money. 'closed': an inquiry that came to nothing.
  state text not null default 'inquiry' check (state in ('inquiry', 'open', 'won', 'lost', 'closed')),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  -- What of the amount the payment still held when the bank took it; the rest had gone back before.
  held bigint not null default 0 check (held between 0 and amount),
  -- The bank's reason, in the provider's word.
  reason text not null,
  -- Until when the house may answer, and whether it has.
  evidence_due_at timestamptz,
  evidence_sent boolean not null default false,
  opened_at timestamptz not null,
  settled_at timestamptz,
  -- When the provider was last asked about it.
  asked_at timestamptz not null default clock_timestamp()
);
create index disputes_of_payment on dispute (payment_id);
create index disputes_undecided on dispute (asked_at) where state in ('inquiry', 'open');

-- The cashier's lists, by what they can be sorted by.
create index payments_by_start on payment (created_at, id);
create index payments_by_amount on payment (amount, id);
create index bank_lines_by_day on bank_line (booked_on, id);
