-- Free text that forgives typos.
create extension if not exists pg_trgm;

create table vehicle (
  id uuid primary key,
  year integer not null,
  make text not null,
  model text not null,
  trim text,
  body text not null,
  vin text,
  -- The rest of contract/lots.ts Vehicle.
  facts jsonb not null,
  -- [{name, view, width, height}] in the order shown; `name` is the name in the photo storage.
  photos jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp()
);

create sequence lot_number start 1001;

create table lot (
  id uuid primary key,
  lot_number integer not null unique default nextval('lot_number'),
  auction_id uuid not null references auction (id),
  vehicle_id uuid not null references vehicle (id),
  -- Position in the run list, from 1.
  position integer not null check (position > 0),
  title text not null,
  seller_id uuid references account (id),
  opening_bid bigint not null check (opening_bid > 0),
  reserve bigint check (reserve > 0),
  buy_now bigint check (buy_now > 0),
  -- Null in a live sale until the lot comes up.
  opens_at timestamptz,
  scheduled_close_at timestamptz,
  -- Orders every list: the planned end, or in a live sale the earliest moment the lot can come up. Set by publication; before, it
  -- only says when the lot was entered.
  due_at timestamptz not null default clock_timestamp(),
  published_at timestamptz,
  -- When bidding really ended, extensions included; told by bidding over the outbox.
  closed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (auction_id, position)
);
create index lot_by_due on lot (due_at, id) where published_at is not null;
create index lot_not_closed_by_due on lot (due_at, id) where published_at is not null and closed_at is null;
create index lot_of_vehicle on lot (vehicle_id, created_at desc);
create index lot_title_trigrams on lot using gin (title gin_trgm_ops);
