-- Vehicles, their photos, documents and corrections, the lots they are offered as, and the files they are imported from.

-- Free-text search that tolerates typos.
create extension if not exists pg_trgm;

create table vehicle (
  id uuid constraint vehicle_pkey primary key,
  year integer not null,
  make text not null,
  model text not null,
  trim text,
  body text not null,
  vin text,
  -- Which list of a seller names it, and under what number there.
  source text not null default '',
  stock_number text,
  -- The rest of contract/lots.ts Vehicle.
  facts jsonb not null,
  -- [{name, view, width, height}] in the order shown; `name` is the name in the photo storage.
  photos jsonb not null default '[]',
  -- [{slot, fileName}] as a file names them: photos that are still to come.
  expected_photos jsonb not null default '[]',
  -- {currency, openingBid, reserve, buyNow} as a file wishes them for its lot; null where it says nothing.
  planned_terms jsonb,
  -- Identifies a file's row when it is imported again (by VIN, number in the list, or its whole content), and the hash of what that row
  -- last said. The hash is null once a person has changed the vehicle: a file no longer overwrites it.
  import_key bytea constraint vehicle_import_key_key unique,
  import_hash bytea,
  -- Increments with every change: a change must name the version it is based on.
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index vehicle_vin_idx on vehicle (vin) where vin is not null;
create index vehicle_make_idx on vehicle (lower(make));
create index vehicle_created_at_id_idx on vehicle (created_at desc, id desc);
create unique index vehicle_source_stock_number_key on vehicle (source, lower(stock_number)) where stock_number is not null;

-- The costs of buying besides the hammer price, as announced. A row is never changed or deleted: lots, and through them every bid and
-- every invoice, refer to it.
create table cost_terms (
  id integer generated always as identity constraint cost_terms_pkey primary key,
  -- SHA-256 of the terms: equal terms are one row.
  hash bytea not null constraint cost_terms_hash_key unique,
  -- contract/lot-costs.ts CostTermsOfLot without version and bid unit.
  terms jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create trigger history_stays before update or delete or truncate on cost_terms
  for each statement execute function keep_history();

create sequence lot_number start 1001;

create table lot (
  id uuid constraint lot_pkey primary key,
  lot_number integer not null constraint lot_lot_number_key unique default nextval('lot_number'),
  auction_id uuid not null constraint lot_auction_id_fkey references auction (id),
  vehicle_id uuid not null constraint lot_vehicle_id_fkey references vehicle (id),
  -- Position in the run list, from 1.
  position integer not null constraint lot_position_check check (position > 0),
  title text not null,
  seller_id uuid constraint lot_seller_id_fkey references account (id),
  opening_bid bigint not null constraint lot_opening_bid_check check (opening_bid > 0),
  reserve bigint constraint lot_reserve_check check (reserve > 0),
  buy_now bigint constraint lot_buy_now_check check (buy_now > 0),
  -- Set when the lot is published; the same from the first bid to the invoice.
  cost_terms_id integer constraint lot_cost_terms_id_fkey references cost_terms (id),
  -- Null in a live auction until the lot comes up.
  opens_at timestamptz,
  scheduled_close_at timestamptz,
  -- Orders every list: the planned end, or in a live auction the earliest moment the lot can come up. Set by publication; before, it
  -- only says when the lot was entered.
  due_at timestamptz not null default clock_timestamp(),
  published_at timestamptz,
  -- When bidding actually ended, extensions included; reported by bidding over the outbox.
  closed_at timestamptz,
  -- As reported by bidding when the lot ended; null until then. A sold lot, and one in negotiation, holds its vehicle.
  outcome text constraint lot_outcome_check check (outcome in ('sold', 'reserve-not-met', 'passed', 'withdrawn')),
  created_at timestamptz not null default clock_timestamp(),
  constraint lot_auction_id_position_key unique (auction_id, position)
);
create index lot_due_at_id_idx on lot (due_at, id) where published_at is not null;
create index lot_due_at_id_closed_at_idx on lot (due_at, id) where published_at is not null and closed_at is null;
create index lot_vehicle_id_created_at_idx on lot (vehicle_id, created_at desc);
create index lot_title_idx on lot using gin (title gin_trgm_ops);

create function keep_costs_of_lot() returns trigger language plpgsql as $$
begin
  raise exception 'lot % was published with its costs', old.id;
end $$;
create trigger costs_of_lot_stay before update of cost_terms_id on lot for each row
  when (old.cost_terms_id is not null and new.cost_terms_id is distinct from old.cost_terms_id)
  execute function keep_costs_of_lot();

-- Photos of a vehicle as uploaded, rotated and ordered. The photos to show are in vehicle.photos, which is rewritten from here with every
-- change: lists and lots read that one value.
create table photo (
  id uuid constraint photo_pkey primary key,
  vehicle_id uuid not null constraint photo_vehicle_id_fkey references vehicle (id) on delete cascade,
  -- Place among those of the vehicle; the first is its hero.
  position integer not null,
  -- contract/photos.ts SHOT_SLOTS
  slot text not null
    constraint photo_slot_check check (slot in ('front-left', 'front', 'front-right', 'right', 'rear-right', 'rear', 'rear-left', 'left',
    'interior-front', 'interior-rear', 'dashboard', 'odometer', 'engine', 'boot', 'wheels', 'underbody', 'vin-plate', 'keys',
    'documents', 'damage-1', 'damage-2', 'damage-3', 'damage-4', 'damage-5', 'damage-6', 'detail', 'other')),
  -- SHA-256 of the file as it was sent; null for pictures placed ready-made.
  content_hash bytea,
  -- Keys in the photo storage: the uploaded file; after the first processing, the master made from it, which has no metadata.
  source_name text,
  source_kind text constraint photo_source_kind_check check (source_kind in ('jpeg', 'png', 'webp', 'heic', 'master')),
  state text not null constraint photo_state_check check (state in ('waiting', 'ready', 'failed')),
  failure text,
  -- Clockwise, in degrees, from how it was taken: as wanted, and as what is shown now.
  rotation integer not null default 0 constraint photo_rotation_check check (rotation in (0, 90, 180, 270)),
  shown_rotation integer not null default 0 constraint photo_shown_rotation_check check (shown_rotation in (0, 90, 180, 270)),
  -- What is shown: its name in photo_file, its size in pixels and a few blurred pixels. Null before it was ready for the first time.
  shown_name text,
  width integer,
  height integer,
  placeholder text,
  -- Damage on it: thousandths of the picture as it was taken, before any rotation.
  pins jsonb not null default '[]',
  tries integer not null default 0,
  requested_at timestamptz not null default clock_timestamp(),
  -- Until then one process works on it.
  claimed_until timestamptz
);
-- The same file is one photo of a vehicle.
create unique index photo_vehicle_id_content_hash_key on photo (vehicle_id, content_hash);
create index photo_vehicle_id_position_idx on photo (vehicle_id, position);
create index photo_requested_at_idx on photo (requested_at) where state = 'waiting';
create index photo_shown_name_idx on photo (shown_name);
create index photo_source_name_idx on photo (source_name);
create trigger tells_staff after insert or update or delete on photo
  for each row execute function tell_staff('photos');

-- What is served under /photos/<name>-<width>.<format>. A name never changes its picture.
create table photo_file (
  name text not null,
  width integer not null,
  format text not null constraint photo_file_format_check check (format in ('avif', 'webp', 'jpg')),
  -- In the photo storage. Widths beyond the picture's own share one file.
  storage_name text not null,
  -- Since when nothing has shown it; kept for a while, because pages that were read before still request it.
  left_at timestamptz,
  constraint photo_file_pkey primary key (name, format, width)
);
create index photo_file_storage_name_idx on photo_file (storage_name);

-- A file of vehicles, from its arrival to the last row.
create table vehicle_import (
  id uuid constraint vehicle_import_pkey primary key,
  actor_id uuid not null,
  file_name text not null,
  -- SHA-256 of its bytes: the same file again is the same import.
  file_hash bytea not null constraint vehicle_import_file_hash_key unique,
  kind text not null constraint vehicle_import_kind_check check (kind in ('csv', 'xlsx')),
  -- Its bytes until the rows are read.
  file bytea,
  state text not null default 'reading'
    constraint vehicle_import_state_check check (state in ('reading', 'unreadable', 'ready', 'checking', 'checked', 'running', 'done')),
  -- Why it cannot be read, in words.
  failure text,
  encoding text,
  header jsonb,
  header_hash bytea,
  mapping jsonb,
  auction_id uuid constraint vehicle_import_auction_id_fkey references auction (id),
  row_count integer not null default 0,
  -- Rows processed by the current check or run.
  done_count integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
create index vehicle_import_created_at_id_idx on vehicle_import (created_at desc, id desc);
create index vehicle_import_created_at_idx on vehicle_import (created_at) where state in ('reading', 'checking', 'running');
create trigger tells_staff after insert or update or delete on vehicle_import
  for each row execute function tell_staff('vehicle-imports');

create table vehicle_import_row (
  import_id uuid not null constraint vehicle_import_row_import_id_fkey references vehicle_import (id) on delete cascade,
  -- From 0, in the order of the file.
  number integer not null,
  -- Where the row begins in the file, from 1.
  line integer not null,
  cells jsonb not null,
  -- The vehicle's import_key and its number in the seller's list: within one file each may appear once.
  key bytea,
  stock_number text,
  -- The expected result from the last check, or the actual result of the run; null before both.
  outcome text constraint vehicle_import_row_outcome_check check (outcome in ('fresh', 'changed', 'known', 'faulty')),
  -- [{column, value, message, isFault}]
  notes jsonb not null default '[]',
  vehicle_id uuid constraint vehicle_import_row_vehicle_id_fkey references vehicle (id),
  constraint vehicle_import_row_pkey primary key (import_id, number)
);
create index vehicle_import_row_import_id_key_idx on vehicle_import_row (import_id, key);
create index vehicle_import_row_import_id_stock_number_idx on vehicle_import_row (import_id, stock_number)
  where stock_number is not null;
-- Rows with faults or remarks, for the page that lists them.
create index vehicle_import_row_import_id_number_idx on vehicle_import_row (import_id, number) where notes <> '[]';

-- The last column mapping of such files, by a hash of their header.
create table vehicle_import_mapping (
  header_hash bytea constraint vehicle_import_mapping_pkey primary key,
  mapping jsonb not null
);

-- Bidders' questions about a lot and our answers. Everyone who may see the lot can read both once there is an answer.
create table lot_question (
  id uuid constraint lot_question_pkey primary key,
  lot_id uuid not null constraint lot_question_lot_id_fkey references lot (id) on delete cascade,
  -- Null once the account is closed.
  account_id uuid constraint lot_question_account_id_fkey references account (id) on delete set null,
  -- The original text. Contact details are removed whenever it is shown to bidders.
  text text not null constraint lot_question_text_check check (char_length(text) between 1 and 500),
  asked_at timestamptz not null default clock_timestamp(),
  answer text constraint lot_question_answer_check check (char_length(answer) between 1 and 1500),
  answered_at timestamptz,
  answered_by uuid constraint lot_question_answered_by_fkey references account (id) on delete set null,
  hidden_at timestamptz,
  hidden_reason text,
  -- Increments with every change: a change must name the version it is based on.
  version integer not null default 1
);
create index lot_question_lot_id_answered_at_idx on lot_question (lot_id, answered_at desc);
create index lot_question_account_id_idx on lot_question (account_id) where account_id is not null;
create index lot_question_asked_at_id_idx on lot_question (asked_at desc, id desc);
create index lot_question_asked_at_idx on lot_question (asked_at) where answer is null and hidden_at is null;
create trigger tells_staff after insert or update or delete on lot_question
  for each row execute function tell_staff('questions');

-- Documents of a vehicle that bidders may read: its title, registration, inspection report.
create table vehicle_document (
  id uuid constraint vehicle_document_pkey primary key,
  vehicle_id uuid not null constraint vehicle_document_vehicle_id_fkey references vehicle (id) on delete cascade,
  -- contract/lot-documents.ts LOT_DOCUMENT_KINDS
  kind text not null
    constraint vehicle_document_kind_check check (kind in ('title', 'registration', 'inspection', 'service', 'emissions', 'other')),
  -- The uploaded file's name; for people, never used as a path.
  name text not null,
  -- Detected from the first bytes.
  type text not null constraint vehicle_document_type_check check (type in ('pdf', 'jpeg', 'png', 'webp')),
  size integer not null,
  -- SHA-256 of the file: uploaded again, it is the same document.
  content_hash bytea not null,
  storage_name text not null constraint vehicle_document_storage_name_key unique,
  added_by uuid constraint vehicle_document_added_by_fkey references account (id) on delete set null,
  added_at timestamptz not null default clock_timestamp(),
  constraint vehicle_document_vehicle_id_content_hash_key unique (vehicle_id, content_hash)
);

-- Facts of a vehicle that were corrected after publication: the value before, the value after, and the reason. Corrections that bidders
-- were notified of are history. Only invented vehicles of the demo are deleted, with their corrections.
create table vehicle_correction (
  id uuid constraint vehicle_correction_pkey primary key,
  vehicle_id uuid not null constraint vehicle_correction_vehicle_id_fkey references vehicle (id) on delete cascade,
  -- The staff member who made it. No foreign key: the line stays when the account goes.
  actor_id uuid,
  reason text not null,
  -- [{field, name, before, after}], in the words shown.
  changes jsonb not null,
  -- The high bidder of an open lot may withdraw until then; null: not material, or no lot was open.
  withdraw_until timestamptz,
  is_material boolean not null,
  at timestamptz not null default clock_timestamp()
);
create index vehicle_correction_vehicle_id_at_idx on vehicle_correction (vehicle_id, at desc);
create trigger history_stays before update or delete or truncate on vehicle_correction
  for each statement execute function keep_history('demo');
