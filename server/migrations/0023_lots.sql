-- What bidders ask about a lot, and what the house answers. Everybody who may see the lot reads both once there is an answer.
create table lot_question (
  id uuid primary key,
  lot_id uuid not null references lot (id) on delete cascade,
  -- Null once the account is closed.
  account_id uuid references account (id) on delete set null,
  -- As it was written. Contact data is taken out whenever it is shown to bidders.
  text text not null check (char_length(text) between 1 and 500),
  asked_at timestamptz not null default clock_timestamp(),
  answer text check (char_length(answer) between 1 and 1500),
  answered_at timestamptz,
  answered_by uuid references account (id) on delete set null,
  hidden_at timestamptz,
  hidden_reason text,
  -- Counts the changes: who changes it says which one was seen.
  version integer not null default 1
);
create index lot_question_of_lot on lot_question (lot_id, answered_at desc);
create index lot_question_of_account on lot_question (account_id) where account_id is not null;
create index lot_question_newest on lot_question (asked_at desc, id desc);
create index lot_question_waiting on lot_question (asked_at) where answer is null and hidden_at is null;

-- Papers of a vehicle that bidders may read: its title, its registration, the report of an inspection.
create table vehicle_document (
  id uuid primary key,
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  -- contract/lot-documents.ts LOT_DOCUMENT_KINDS
  kind text not null,
  -- Of the file, as it was sent; for people, never for a path.
  name text not null,
  -- Told from the first bytes.
  type text not null check (type in ('pdf', 'jpeg', 'png', 'webp')),
  size integer not null,
  -- SHA-256 of the file: sent again it is the same document.
  content_hash bytea not null,
  storage_name text not null unique,
  added_by uuid references account (id) on delete set null,
  added_at timestamptz not null default clock_timestamp(),
  unique (vehicle_id, content_hash)
);
