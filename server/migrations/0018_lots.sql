-- Vehicles in the codes of the trade, entered and changed by staff, and taken from files.

-- The words in which facts were kept so far, as patterns, and the code each stands for; the first that fits counts. What fits none
-- stays as it is, and readable.
create temporary table word (rank serial, list text, pattern text, code text);
insert into word (list, pattern, code) values
  ('body', 'saloon', 'saloon'), ('body', 'sedan', 'saloon'), ('body', 'hatchback', 'hatchback'), ('body', 'estate', 'estate'),
  ('body', 'coupe', 'coupe'), ('body', 'convertible', 'convertible'), ('body', 'suv', 'suv'), ('body', 'pickup', 'pickup'),
  ('body', 'van', 'van'), ('body', 'minibus', 'minibus'), ('body', 'box truck', 'box-truck'), ('body', 'flatbed', 'flatbed'),
  ('body', 'equipment', 'equipment'),
  ('titleBrand', 'clean', 'clean'), ('titleBrand', 'salvage', 'salvage'), ('titleBrand', 'rebuilt', 'rebuilt'),
  ('titleBrand', 'recovered after theft', 'theft-recovery'),
  ('damage', 'normal wear', 'normal-wear'), ('damage', 'mechanical', 'mechanical'), ('damage', 'interior', 'interior'),
  ('damage', 'ignition lock', 'ignition-lock'), ('damage', 'repaired front', 'repaired-front'),
  ('damage', 'long storage', 'long-storage'),
  ('runState', 'runs and drives', 'drives'), ('runState', 'starts, does not drive', 'starts'),
  ('runState', 'engine turns, not started', 'turns'),
  ('odometerStatus', 'actual', 'actual'), ('odometerStatus', 'not actual', 'not-actual'),
  ('odometerStatus', 'exempt%', 'exempt'), ('odometerStatus', 'exceeds%', 'exceeds'),
  ('gearbox', '%continuously variable%', 'cvt'), ('gearbox', '%powershift%', 'powershift'),
  ('gearbox', '%automatic%', 'automatic'), ('gearbox', '%manual%', 'manual'),
  ('drive', '%all-wheel%', 'all'), ('drive', 'all wheels', 'all'), ('drive', 'selectable four-wheel%', 'four-selectable'),
  ('drive', 'front-wheel%', 'front'), ('drive', 'rear-wheel%', 'rear'),
  ('fuel', 'petrol', 'petrol'), ('fuel', 'diesel', 'diesel'), ('fuel', 'electric', 'electric'), ('fuel', 'hybrid', 'hybrid'),
  ('colour', '%graphite%', 'grey'), ('colour', '%grey%', 'grey'), ('colour', '%burgundy%', 'burgundy'),
  ('colour', '%green%', 'green'), ('colour', '%blue%', 'blue'), ('colour', '%red%', 'red'), ('colour', '%silver%', 'silver'),
  ('colour', '%yellow%', 'yellow'), ('colour', '%orange%', 'orange'), ('colour', '%black%', 'black'),
  ('colour', '%white%', 'white'),
  ('sellerKind', 'private owner', 'private'), ('sellerKind', 'dealer%', 'dealer'), ('sellerKind', 'fleet', 'fleet'),
  ('sellerKind', 'leasing company', 'leasing'), ('sellerKind', 'insurer', 'insurer'),
  ('sellerKind', 'municipality', 'municipality'), ('sellerKind', 'workshop%', 'workshop'), ('sellerKind', 'estate%', 'estate');

create temporary table coded as
  select distinct on (vehicle.id, fact.field) vehicle.id, fact.field, word.code, fact.words,
    -- The words say more than the code does.
    case fact.field
      when 'drive' then fact.words like '%,%'
      when 'sellerKind' then lower(fact.words) in ('dealer part-exchange', 'estate of a collector')
      else lower(fact.words) <> replace(word.code, '-', ' ')
    end as says_more
  from vehicle
  cross join lateral (values
    ('body', 'body', vehicle.body), ('titleBrand', 'titleBrand', facts ->> 'titleBrand'),
    ('damagePrimary', 'damage', facts ->> 'damagePrimary'), ('damageSecondary', 'damage', facts ->> 'damageSecondary'),
    ('runState', 'runState', facts ->> 'runState'), ('status', 'odometerStatus', facts #>> '{odometer,status}'),
    ('gearbox', 'gearbox', facts ->> 'gearbox'), ('drive', 'drive', facts ->> 'drive'), ('fuel', 'fuel', facts ->> 'fuel'),
    ('colour', 'colour', facts ->> 'colour'), ('sellerKind', 'sellerKind', facts ->> 'sellerKind')
  ) as fact (field, list, words)
  join word on word.list = fact.list and lower(fact.words) like word.pattern
  order by vehicle.id, fact.field, word.rank;

update vehicle set
  body = coalesce((select code from coded where coded.id = vehicle.id and field = 'body'), body),
  facts = facts
    || coalesce((select jsonb_object_agg(field, code) from coded
        where coded.id = vehicle.id and field not in ('body', 'status')), '{}')
    || coalesce((select jsonb_build_object('odometer', facts -> 'odometer' || jsonb_build_object('status', code)) from coded
        where coded.id = vehicle.id and field = 'status'), '{}')
    || jsonb_build_object('keys', case facts -> 'keys' when 'true' then 'present' when 'false' then 'none' else facts ->> 'keys' end)
    || jsonb_build_object('stated', coalesce((select jsonb_object_agg(field, words) from coded
        where coded.id = vehicle.id and says_more and field in ('gearbox', 'drive', 'colour', 'sellerKind')), '{}'));

drop table coded;
drop table word;

-- Which list of a seller names it, and under what number there.
alter table vehicle
  add column source text not null default '',
  add column stock_number text,
  -- Counts the changes: who changes it says which one was seen.
  add column version integer not null default 1,
  add column updated_at timestamptz not null default clock_timestamp(),
  -- By what a file's row is known again (VIN, number in the list, or its whole content), and the hash of what that row last said.
  -- The second is null once a person has changed the vehicle: a file no longer overwrites it.
  add column import_key bytea unique,
  add column import_hash bytea,
  -- [{slot, fileName}] as a file names them: photographs that are still to come.
  add column expected_photos jsonb not null default '[]',
  -- {currency, openingBid, reserve, buyNow} as a file wishes them for its lot; null where it says nothing.
  add column planned_terms jsonb;
create index vehicle_by_vin on vehicle (vin) where vin is not null;
create index vehicle_makes on vehicle (lower(make));
create index vehicle_newest on vehicle (created_at desc, id desc);
create unique index vehicle_stock_number on vehicle (source, lower(stock_number)) where stock_number is not null;

-- A file of vehicles, from its arrival to the last row.
create table vehicle_import (
  id uuid primary key,
  actor_id uuid not null,
  file_name text not null,
  -- SHA-256 of its bytes: the same file again is the same import.
  file_hash bytea not null unique,
  kind text not null check (kind in ('csv', 'xlsx')),
  -- Its bytes until the rows are read.
  file bytea,
  state text not null default 'reading'
    check (state in ('reading', 'unreadable', 'ready', 'checking', 'checked', 'running', 'done')),
  -- Why it cannot be read, in words.
  failure text,
  encoding text,
  header jsonb,
  header_hash bytea,
  mapping jsonb,
  auction_id uuid references auction (id),
  row_count integer not null default 0,
  -- Rows that the present check or run has gone through.
  done_count integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
create index vehicle_imports_newest on vehicle_import (created_at desc, id desc);
create index vehicle_imports_at_work on vehicle_import (created_at) where state in ('reading', 'checking', 'running');

create table vehicle_import_row (
  import_id uuid not null references vehicle_import (id) on delete cascade,
  -- From 0, in the order of the file.
  number integer not null,
  -- Where the row begins in the file, from 1.
  line integer not null,
  cells jsonb not null,
  -- By what the vehicle is known again, and its number in the seller's list: within one file each stands once.
  key bytea,
  stock_number text,
  -- What the last check said it would come to, or what the run made of it; null until then.
  outcome text check (outcome in ('fresh', 'changed', 'known', 'faulty')),
  -- [{column, value, message, isFault}]
  notes jsonb not null default '[]',
  vehicle_id uuid references vehicle (id),
  primary key (import_id, number)
);
create index vehicle_import_keys on vehicle_import_row (import_id, key);
create index vehicle_import_stock_numbers on vehicle_import_row (import_id, stock_number) where stock_number is not null;
create index vehicle_import_noted on vehicle_import_row (import_id, number) where notes <> '[]';

-- How the columns of such a file were read last, by a hash of its header.
create table vehicle_import_mapping (header_hash bytea primary key, mapping jsonb not null);
