-- Events in which lots are sold.

create table auction (
  id uuid constraint auction_pkey primary key,
  title text not null,
  kind text not null constraint auction_kind_check check (kind in ('timed', 'live')),
  location text not null,
  description text not null default '',
  currency char(3) not null,
  -- From then on bids (timed) or maximums (live) are accepted.
  opens_at timestamptz not null,
  -- Timed: the first lot's planned end. Live: when the first lot comes up.
  starts_at timestamptz not null,
  -- Timed: the last lot's planned end, known when lots are published. Live: null.
  ends_at timestamptz,
  -- When the last lot actually ended, extensions included; reported by bidding over the outbox.
  ended_at timestamptz,
  -- The engine's terms that all lots of the auction share (bid increments, bidUnit, extension …); lots add their own.
  terms jsonb not null,
  -- Published lots.
  lot_count integer not null default 0,
  published_at timestamptz,
  -- The photo's name in the photo storage.
  hero_photo text,
  demo boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint auction_opens_at_starts_at_check check (opens_at <= starts_at)
);
create index auction_starts_at_idx on auction (starts_at);
create trigger tells_staff after insert or update or delete on auction
  for each row execute function tell_staff('auctions');
