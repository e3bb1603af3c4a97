-- What moves. Instants are bigint milliseconds since the epoch here, as the engine counts them. Keyed by lot id first.

-- One row a lot: the row that every bid locks, and the truth about the lot. Small whatever the number of bids.
create table standing (
  lot_id uuid primary key,
  auction_id uuid not null,
  position integer not null,
  seller_id uuid,
  -- The engine's Terms, frozen at publication.
  terms jsonb not null,
  sale_kind text not null,
  status text not null,
  sequence bigint not null default 0,
  opens_at_ms bigint,
  closes_at_ms bigint,
  price bigint,
  leader_id uuid,
  leader_paddle integer,
  -- {leaderMaximum, runnerUp}, encrypted: a maximum is never in clear on disk.
  sealed bytea,
  floor bigint not null default 0,
  reserve_met boolean not null default false,
  bid_count integer not null default 0,
  extensions integer not null default 0,
  -- Hash of the last ledger event; the lot's id before the first.
  last_hash bytea not null
) with (fillfactor = 50);
create index standing_due on standing (closes_at_ms) where status = 'open';
create index standing_to_open on standing (opens_at_ms) where status = 'scheduled';
create index standing_of_auction on standing (auction_id, position);
create index standing_led on standing (leader_id) where leader_id is not null;

-- The public ledger of a lot: append-only, gap-free, hash-chained. `text` is the exact text that was hashed.
create table ledger (
  lot_id uuid not null,
  sequence bigint not null,
  at_ms bigint not null,
  type text not null,
  text text not null,
  hash bytea not null,
  bidder_id uuid,
  bid_id uuid,
  -- The engine's event where it holds a maximum, encrypted; null where the text says everything but the bidder.
  sealed bytea,
  primary key (lot_id, sequence)
);

-- Every command of a bidder and its answer, accepted or refused: one id, one effect, one answer, forever.
create table attempt (
  bid_id uuid primary key,
  lot_id uuid not null,
  bidder_id uuid not null,
  -- Kind and amount, as a keyed hash where that names a maximum: tells "same content" without keeping the amount.
  fingerprint text not null,
  at_ms bigint not null,
  -- 'accepted' or the refusal's code.
  outcome text not null,
  -- Enough to give the same answer again, word for word.
  answer text not null
);

create table watch (
  account_id uuid not null,
  lot_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, lot_id)
);

-- One row a bidder and lot he ever bid on: what /my-bids lists without reading ledgers.
create table participation (
  bidder_id uuid not null,
  lot_id uuid not null,
  first_at_ms bigint not null,
  primary key (bidder_id, lot_id)
);

-- What a won lot still binds of its buyer's bidding limit, in minor units.
create table purchase_due (
  lot_id uuid primary key,
  bidder_id uuid not null,
  amount bigint not null check (amount > 0)
);
create index purchase_due_of_bidder on purchase_due (bidder_id);
