create table verification_case (
  id uuid primary key,
  account_id uuid not null references account (id),
  kind text not null check (kind in ('passport', 'driving-licence', 'national-card')),
  state text not null check (state in ('submitted', 'approved', 'rejected')),
  note text,
  submitted_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by uuid references account (id),
  -- When the files are deleted: 30 days after the decision (setting). Null before it, and when they are gone.
  delete_files_at timestamptz
);
-- One case waits per person.
create unique index one_open_case on verification_case (account_id) where state = 'submitted';
create index waiting_cases on verification_case (submitted_at) where state = 'submitted';
create index cases_by_decision on verification_case (decided_at desc) where state <> 'submitted';
create index files_to_delete on verification_case (delete_files_at) where delete_files_at is not null;

create table verification_file (
  case_id uuid not null references verification_case (id) on delete cascade,
  side text not null check (side in ('front', 'back')),
  -- Name in the file storage; the content there is encrypted with this key, which is itself sealed.
  storage_name text not null unique,
  sealed_key bytea not null,
  bytes integer not null,
  primary key (case_id, side)
);
