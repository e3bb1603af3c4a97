-- Bids that look unusual, found after a lot has ended. They name lots and people by id without foreign keys, like the audit log: a case stays
-- when its lot or account goes.

create table risk_case (
  id uuid constraint risk_case_pkey primary key,
  lot_id uuid not null,
  bidder_id uuid not null,
  seller_id uuid not null,
  -- From 0 to 100: how unusual the bids are for an honest bidder.
  score smallint not null constraint risk_case_score_check check (score between 0 and 100),
  -- contract/risk/risk.ts Signal
  signals jsonb not null,
  found_at timestamptz not null default clock_timestamp(),
  constraint risk_case_lot_id_bidder_id_key unique (lot_id, bidder_id)
);
create index risk_case_score_id_idx on risk_case (score desc, id desc);
create index risk_case_bidder_id_idx on risk_case (bidder_id);
create index risk_case_seller_id_idx on risk_case (seller_id);
create trigger history_stays before update or delete or truncate on risk_case
  for each statement execute function keep_history('demo');

-- Cases that a person judged to be harmless, and why.
create table risk_dismissal (
  case_id uuid constraint risk_dismissal_pkey primary key constraint risk_dismissal_case_id_fkey references risk_case (id),
  dismissed_by uuid not null,
  reason text not null,
  at timestamptz not null default clock_timestamp()
);
create trigger history_stays before update or delete or truncate on risk_dismissal
  for each statement execute function keep_history('demo');

-- Lots that were looked at, with or without a result.
create table risk_scan (
  lot_id uuid constraint risk_scan_pkey primary key,
  at timestamptz not null default clock_timestamp()
);
