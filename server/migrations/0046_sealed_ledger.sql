set local lock_timeout = '2s';

-- Changes of a maximum that move neither price, leader, reserve status nor end. While the lot takes bids nobody but its bidder learns of
-- them: they take no number of the ledger and have a chain of hashes of their own, from the SHA-256 of `sealed:` and the lot's id. The
-- ledger's line that ends the bidding names their count and the chain's head.
create table sealed_ledger (
  lot_id uuid not null,
  number bigint not null,
  -- The sequence of the ledger's event that it followed.
  after_sequence bigint not null,
  at_ms bigint not null,
  -- The exact text that was hashed.
  text text not null,
  hash bytea not null,
  bidder_id uuid not null,
  bid_id uuid not null,
  -- The maximum, encrypted.
  sealed bytea not null,
  primary key (lot_id, number)
);
create trigger history_stays before update or delete or truncate on sealed_ledger
  for each statement execute function keep_history('rotate-keys', 'demo');

-- How many sealed events a lot has, and the hash of the last; null before the first.
alter table standing add column sealed_count bigint not null default 0, add column sealed_hash bytea;
