-- The vehicle that represents an auction: its lot leads the home page while it takes bids.
set lock_timeout = '2s';
alter table auction add column hero_vehicle_id uuid;
-- For counting who watches a lot; the key starts with the account.
create index if not exists watch_lot_id_idx on watch (lot_id);
