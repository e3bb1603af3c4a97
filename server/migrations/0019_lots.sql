-- Photographs of a vehicle as they were sent, turned and put in order. What is shown of them stands in vehicle.photos, which is
-- written anew from here with every change: lists and lots read that one value.
create table photograph (
  id uuid primary key,
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  -- Place among those of the vehicle; the first is its hero.
  position integer not null,
  -- contract/photos.ts SHOT_SLOTS
  slot text not null,
  -- SHA-256 of the file as it was sent; null for pictures placed ready-made.
  content_hash bytea,
  -- In the photo storage: the file as it was sent, after the first time the master made of it, which has no metadata.
  source_name text,
  source_kind text check (source_kind in ('jpeg', 'png', 'webp', 'heic', 'master')),
  state text not null check (state in ('waiting', 'ready', 'failed')),
  failure text,
  -- Clockwise, in degrees, from how it was taken: as wanted, and as what is shown now.
  rotation integer not null default 0 check (rotation in (0, 90, 180, 270)),
  shown_rotation integer not null default 0 check (shown_rotation in (0, 90, 180, 270)),
  -- What is shown: its name in photo_file, its size in pixels and a few blurred pixels. Null before it was ready for the first time.
  shown_name text,
  width integer,
  height integer,
  placeholder text,
  -- Damage on it: thousandths of the picture as it was taken, before any turning.
  pins jsonb not null default '[]',
  tries integer not null default 0,
  requested_at timestamptz not null default clock_timestamp(),
  -- Until then one process works on it.
  claimed_until timestamptz
);
create unique index photograph_once_a_vehicle on photograph (vehicle_id, content_hash);
create index photograph_in_order on photograph (vehicle_id, position);
create index photograph_waiting on photograph (requested_at) where state = 'waiting';
create index photograph_shown on photograph (shown_name);
create index photograph_source on photograph (source_name);

-- What is served under /photos/<name>-<width>.<format>. A name never changes its picture.
create table photo_file (
  name text not null,
  width integer not null,
  format text not null check (format in ('avif', 'webp', 'jpg')),
  -- In the photo storage. Widths beyond the picture's own share one file.
  storage_name text not null,
  -- When nothing showed it any more: pages that were read before still ask for it.
  left_at timestamptz,
  primary key (name, format, width)
);
create index photo_file_stored on photo_file (storage_name);

-- Views become places of the shot list.
update vehicle set photos = (
  select jsonb_agg(photo || jsonb_build_object('view', case photo ->> 'view'
    when 'hero' then 'front-left' when 'side' then 'left' when 'rear' then 'rear-left'
    when 'front' then 'front' when 'detail' then 'detail' else 'other' end) order by place)
  from jsonb_array_elements(photos) with ordinality as each (photo, place))
where jsonb_array_length(photos) > 0;

insert into photograph (id, vehicle_id, position, slot, state, shown_name, width, height)
select gen_random_uuid(), vehicle.id, place, photo ->> 'view', 'ready', photo ->> 'name',
  (photo ->> 'width')::integer, (photo ->> 'height')::integer
from vehicle, jsonb_array_elements(photos) with ordinality as each (photo, place);
