-- A sale that was undone because its buyer didn't pay. Enough of them limit or suspend the account, by the company's rules for people.
create table account_strike (
  id uuid constraint account_strike_pkey primary key,
  account_id uuid not null constraint account_strike_account_id_fkey references account (id),
  -- One sale, one strike.
  lot_id uuid not null constraint account_strike_lot_id_key unique,
  reason text not null,
  at timestamptz not null default clock_timestamp(),
  -- What the rules did to the account at this strike.
  outcome text not null default 'none' constraint account_strike_outcome_check check (outcome in ('none', 'limited', 'suspended')),
  -- With 'limited': the bidding limit before (null: none) and the one the rules set.
  limit_before bigint,
  limit_set bigint,
  lifted_at timestamptz,
  lifted_by uuid constraint account_strike_lifted_by_fkey references account (id),
  lift_reason text,
  constraint account_strike_outcome_limit_set_check check ((outcome = 'limited') = (limit_set is not null)),
  constraint account_strike_lifted_at_lifted_by_lift_reason_check check (
    (lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
);
create index account_strike_account_id_at_idx on account_strike (account_id, at desc);
create trigger history_stays before delete or truncate on account_strike
  for each statement execute function keep_history('demo');
