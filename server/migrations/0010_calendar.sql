-- When auctions and lots are, as calendar programs read it.

-- A private calendar feed. Anyone with its address reads it without a session; only a hash is stored, which opens nothing.
create table calendar_feed (
  account_id uuid constraint calendar_feed_pkey primary key
    constraint calendar_feed_account_id_fkey references account (id) on delete cascade,
  token_hash bytea not null constraint calendar_feed_token_hash_key unique,
  created_at timestamptz not null default clock_timestamp(),
  -- When a calendar program last asked.
  read_at timestamptz
);

-- The last published state of an auction or a lot in any calendar file, so that a change is published with a higher SEQUENCE.
create table calendar_event (
  kind text not null constraint calendar_event_kind_check check (kind in ('auction', 'lot')),
  subject_id uuid not null,
  sequence integer not null default 0,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  location text not null,
  cancelled boolean not null default false,
  changed_at timestamptz not null default clock_timestamp(),
  constraint calendar_event_pkey primary key (kind, subject_id)
);

-- What a person's feed has shown, so that what leaves the feed is published as canceled instead of silently missing.
create table calendar_told (
  account_id uuid not null constraint calendar_told_account_id_fkey references account (id) on delete cascade,
  kind text not null constraint calendar_told_kind_check check (kind in ('auction', 'lot')),
  subject_id uuid not null,
  -- How often it left this feed or came back: added to the sequence of the event.
  turns integer not null default 0,
  removed_at timestamptz,
  constraint calendar_told_pkey primary key (account_id, kind, subject_id),
  constraint calendar_told_kind_subject_id_fkey foreign key (kind, subject_id) references calendar_event (kind, subject_id)
    on delete cascade
);
create index calendar_told_kind_subject_id_idx on calendar_told (kind, subject_id);

-- How long lots really ran, read by the closing planner.
create index lot_closed_at_idx on lot (closed_at desc) where closed_at is not null;
