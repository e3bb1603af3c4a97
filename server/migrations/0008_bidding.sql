-- What moves. Instants are bigint milliseconds since the epoch here, as the engine counts them. Tables are keyed by lot id first and have
-- no foreign keys, so that lots can be moved to databases of their own.

-- One row per lot, locked by every bid: the authoritative state of the lot. Its size does not grow with the number of bids. Half of each
-- page is left empty, so that the row's next version usually fits on the same page.
create table standing (
  lot_id uuid constraint standing_pkey primary key,
  auction_id uuid not null,
  position integer not null,
  seller_id uuid,
  -- The engine's Terms, frozen at publication.
  terms jsonb not null,
  auction_kind text not null constraint standing_auction_kind_check check (auction_kind in ('timed', 'live')),
  status text not null
    constraint standing_status_check check (status in ('scheduled', 'open', 'sold', 'reserve-not-met', 'passed', 'withdrawn')),
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
  last_hash bytea not null,
  -- How many sealed events the lot has, and the hash of the last; null before the first.
  sealed_count bigint not null default 0,
  sealed_hash bytea,
  -- The negotiation about a lot that closed below its reserve: deadlines and the offers on the table, encrypted like a maximum.
  negotiation bytea,
  -- When the next deadline passes: the high bidder is released, then the negotiation lapses. Null without a negotiation.
  negotiation_due_at_ms bigint
) with (fillfactor = 50);
create index standing_closes_at_ms_idx on standing (closes_at_ms) where status = 'open';
create index standing_opens_at_ms_idx on standing (opens_at_ms) where status = 'scheduled';
create index standing_auction_id_position_idx on standing (auction_id, position);
create index standing_leader_id_idx on standing (leader_id) where leader_id is not null;
create index standing_negotiation_due_at_ms_idx on standing (negotiation_due_at_ms) where negotiation_due_at_ms is not null;

-- The public ledger of a lot: append-only, gap-free, hash-chained.
create table ledger (
  lot_id uuid not null,
  sequence bigint not null,
  at_ms bigint not null,
  -- engine/lot.ts LotEvent
  type text not null
    constraint ledger_type_check check (type in ('opened', 'bid-placed', 'maximum-changed', 'reserve-met', 'extended', 'paused', 'resumed',
    'bought-now', 'voided', 'passed-over', 'closed', 'withdrawn', 'approved', 'countered', 'offered', 'declined', 'retracted', 'freed',
    'agreed', 'lapsed', 'sale-voided')),
  -- The exact text that was hashed.
  text text not null,
  hash bytea not null,
  bidder_id uuid,
  bid_id uuid,
  -- The engine's event where it holds a maximum, encrypted; null where the text says everything but the bidder.
  sealed bytea,
  constraint ledger_pkey primary key (lot_id, sequence)
);
-- Finished negotiations, newest first. No bid writes such a line.
create index ledger_at_ms_idx on ledger (at_ms desc) where type in ('approved', 'agreed', 'lapsed');
create trigger history_stays before update or delete or truncate on ledger
  for each statement execute function keep_history('rotate-keys', 'demo');

-- Changes of a maximum that move neither price, leader, reserve status nor end. While the lot takes bids only its bidder learns of them:
-- they take no number of the ledger and have a separate hash chain, starting from the SHA-256 of `sealed:` and the lot's id. The ledger's
-- line that ends the bidding states their count and the chain's head.
create table sealed_ledger (
  lot_id uuid not null,
  number bigint not null,
  -- The sequence of the preceding event of the ledger.
  after_sequence bigint not null,
  at_ms bigint not null,
  -- The exact text that was hashed.
  text text not null,
  hash bytea not null,
  bidder_id uuid not null,
  bid_id uuid not null,
  -- The maximum, encrypted.
  sealed bytea not null,
  constraint sealed_ledger_pkey primary key (lot_id, number)
);
create trigger history_stays before update or delete or truncate on sealed_ledger
  for each statement execute function keep_history('rotate-keys', 'demo');

-- Every command of a bidder and its answer, accepted or refused: one id, one effect, one answer, forever.
create table attempt (
  bid_id uuid constraint attempt_pkey primary key,
  lot_id uuid not null,
  bidder_id uuid not null,
  -- Kind and amount, as a keyed hash where that names a maximum: tells "same content" without keeping the amount.
  fingerprint text not null,
  at_ms bigint not null,
  -- 'accepted' or the refusal's code. Without a CHECK: a new code must never cost a bidder the answer.
  outcome text not null,
  -- Enough to give the same answer again, word for word.
  answer text not null
);
-- For a person's data export: refused attempts. Accepted ones, the majority, need no entry; they are in the ledger.
create index attempt_bidder_id_at_ms_idx on attempt (bidder_id, at_ms) where outcome <> 'accepted';
create trigger history_stays before update or delete or truncate on attempt
  for each statement execute function keep_history('rotate-keys', 'demo');

create table watch (
  account_id uuid not null,
  lot_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint watch_pkey primary key (account_id, lot_id)
);

-- One row per bidder and lot they ever bid on: /my-bids lists lots from it without reading ledgers.
create table participation (
  bidder_id uuid not null,
  lot_id uuid not null,
  first_at_ms bigint not null,
  constraint participation_pkey primary key (bidder_id, lot_id)
);

-- What a won lot still binds of its buyer's bidding limit, in minor units.
create table purchase_due (
  lot_id uuid constraint purchase_due_pkey primary key,
  bidder_id uuid not null,
  amount bigint not null constraint purchase_due_amount_check check (amount > 0)
);
create index purchase_due_bidder_id_idx on purchase_due (bidder_id);

-- Maximums set while a person's identity is being checked: they wait outside all standings until that is decided.
create table pending_bid (
  -- The bid's id is derived from this when the bid is placed: one pending bid is one bid, however often it is tried.
  id uuid constraint pending_bid_pkey primary key,
  account_id uuid not null constraint pending_bid_account_id_fkey references account (id) on delete cascade,
  lot_id uuid not null,
  -- The maximum, encrypted.
  sealed bytea not null,
  pending_since timestamptz not null default clock_timestamp(),
  -- Since when a verified person's pending bid has waited for its lot to open. Null while the identity is being checked.
  waiting_since timestamptz,
  constraint pending_bid_account_id_lot_id_key unique (account_id, lot_id)
);
create index pending_bid_lot_id_idx on pending_bid (lot_id);
create index pending_bid_lot_id_waiting_since_idx on pending_bid (lot_id) where waiting_since is not null;

-- A halt: one command stops all lots of an auction, or all lots if it names no auction, until it is lifted.
create table halt (
  id uuid constraint halt_pkey primary key,
  auction_id uuid,
  reason text not null,
  started_by uuid not null,
  started_at timestamptz not null default clock_timestamp(),
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text,
  -- When it was lifted and everything it had paused resumed.
  settled_at timestamptz
);
-- At most one halt is in force per auction, and one for all auctions: a unique index treats nulls as different, so zeros replace the null.
create unique index halt_auction_id_key on halt (coalesce(auction_id, '00000000-0000-0000-0000-000000000000')) where lifted_at is null;
create index halt_started_at_idx on halt (started_at) where settled_at is null;
create trigger history_stays before delete or truncate on halt
  for each statement execute function keep_history();
create trigger tells_staff after insert or update or delete on halt
  for each row execute function tell_staff('halts');

-- What a halt paused, written in the commit of the pause. `sequence`: the pause in the lot's ledger; a later pause is a separate action.
create table halted_lot (
  halt_id uuid not null,
  lot_id uuid not null,
  sequence bigint not null,
  -- Since when the halt no longer affects the lot.
  done_at timestamptz,
  constraint halted_lot_pkey primary key (halt_id, lot_id)
);
create index halted_lot_halt_id_lot_id_idx on halted_lot (halt_id, lot_id) where done_at is null;
