-- An address belongs to an account once a link sent to it was opened; until then several accounts may claim it, so that
-- registering tells nobody whether an address is taken.
alter table account drop constraint account_email_key;
alter table account
  add column email_confirmed_at timestamptz,
  add column password_changed_at timestamptz,
  -- Mirrors second_factor, for what every request checks. Null: off.
  add column second_factor_since timestamptz,
  add column closed_at timestamptz;
update account set email_confirmed_at = created_at;
create unique index account_by_address on account (email) where email_confirmed_at is not null;
create index account_by_claim on account (email) where email_confirmed_at is null;

-- While support_until lies ahead, the session of a member of staff shows the account support_for, to read only.
alter table session
  add column support_for uuid references account (id) on delete cascade,
  add column support_until timestamptz;
create index session_of_support on session (support_for) where support_for is not null;

-- Secrets sent by mail: each opens one thing once. What is stored opens nothing.
create table account_link (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  purpose text not null check (purpose in ('confirm-email', 'change-email', 'reset-password')),
  -- The address it was sent to, and so proves.
  email text not null check (email = lower(email)),
  token_hash bytea not null unique,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_link_of_account on account_link (account_id, purpose, created_at desc);

-- The authenticator app of a person. Null enabled_at: begun, and not yet shown to work.
create table second_factor (
  account_id uuid primary key references account (id) on delete cascade,
  -- Sealed for this account.
  secret bytea not null,
  enabled_at timestamptz,
  -- The time step of the last code that was taken: no code is taken twice, nor an older one after it.
  last_step bigint not null default 0,
  -- Wrong codes since the last right one.
  failures integer not null default 0,
  failed_at timestamptz
);

create table recovery_code (
  account_id uuid not null references account (id) on delete cascade,
  -- Keyed hash: worth nothing without the master key.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table account_address (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  recipient text not null,
  company text not null,
  street text not null,
  extra text not null,
  postcode text not null,
  city text not null,
  region text not null,
  country char(2) not null,
  for_invoices boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
create index account_address_of_account on account_address (account_id);
create unique index account_address_for_invoices on account_address (account_id) where for_invoices;

-- What staff note about a person.
create table account_note (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  author_id uuid not null references account (id),
  text text not null,
  at timestamptz not null default clock_timestamp()
);
create index account_note_of_account on account_note (account_id, at desc);
