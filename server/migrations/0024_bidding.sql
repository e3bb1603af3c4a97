-- Since when a parked bid of somebody verified waits for its lot to open. Null while the identity is being checked.
alter table parked_bid add column waiting_since timestamptz;
create index parked_bid_waiting on parked_bid (lot_id) where waiting_since is not null;

-- For a person's file: what was refused. Accepted attempts, which are most of them, cost no entry; they are found in the ledger.
create index attempt_refused on attempt (bidder_id, at_ms) where outcome <> 'accepted';
