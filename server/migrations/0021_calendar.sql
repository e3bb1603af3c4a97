-- A private calendar feed. Whoever has its address reads it without a session; what is stored opens nothing.
create table calendar_feed (
  account_id uuid primary key references account (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default clock_timestamp(),
  -- When a calendar program last asked.
  read_at timestamptz
);

-- What was last said of a sale or a lot in any calendar file, so that a change is told with a higher SEQUENCE.
create table calendar_event (
  kind text not null check (kind in ('sale', 'lot')),
  subject_id uuid not null,
  sequence integer not null default 0,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  location text not null,
  cancelled boolean not null default false,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (kind, subject_id)
);

-- What a person's feed has told, so that what leaves it is told as cancelled and not silently missing.
create table calendar_told (
  account_id uuid not null references account (id) on delete cascade,
  kind text not null,
  subject_id uuid not null,
  -- How often it left this feed or came back: added to the sequence of the event.
  turns integer not null default 0,
  removed_at timestamptz,
  primary key (account_id, kind, subject_id),
  foreign key (kind, subject_id) references calendar_event (kind, subject_id) on delete cascade
);
create index calendar_told_of_event on calendar_told (kind, subject_id);

-- How long lots really ran, read by the closing planner.
create index lot_by_close on lot (closed_at desc) where closed_at is not null;
