-- What rooms tell later rooms, written in the transaction that makes it true and worked off afterwards.
create table outbox (
  id uuid primary key,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  failure text,
  -- Given up after too many tries; kept for a person to look at.
  dead boolean not null default false
);
create index outbox_due on outbox (next_try_at) where not dead;

-- One row per run of a server process that takes bids: alive from started_at to last_at.
create table server_run (
  id uuid primary key,
  started_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp()
);
create index server_run_end on server_run (last_at);

-- Settings that differ from the defaults in the program.
create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default clock_timestamp()
);

-- Every administrative act and every view of an identity document.
create table audit (
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid not null,
  act text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text
);
create index audit_by_time on audit (at desc);
