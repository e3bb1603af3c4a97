create table auction (
  id uuid primary key,
  title text not null,
  kind text not null check (kind in ('timed', 'live')),
  location text not null,
  description text not null default '',
  currency char(3) not null,
  -- From then on bids (timed) or maximums (live) are taken.
  opens_at timestamptz not null,
  -- Timed: the first lot's planned end. Live: when the first lot comes up.
  starts_at timestamptz not null,
  -- Timed: the last lot's planned end, known when lots are published. Live: null.
  ends_at timestamptz,
  -- When the last lot had really ended, extensions included; told by bidding over the outbox.
  ended_at timestamptz,
  -- The engine's terms that all lots of the sale share (ladder, bidUnit, extension …); lots add their own.
  terms jsonb not null,
  -- Published lots.
  lot_count integer not null default 0,
  published_at timestamptz,
  -- The photograph's name in the photo storage.
  hero_photo text,
  demo boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  check (opens_at <= starts_at)
);
create index auction_by_start on auction (starts_at);
