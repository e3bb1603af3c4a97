-- Maximums left while a person's identity is being checked: they wait, apart from all standings, until that is decided.
create table parked_bid (
  -- What the bid's id is derived from when it joins in: one parked bid is one bid, however often it is tried.
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  lot_id uuid not null,
  -- The maximum, encrypted.
  sealed bytea not null,
  parked_at timestamptz not null default clock_timestamp(),
  unique (account_id, lot_id)
);
create index parked_bid_of_lot on parked_bid (lot_id);
