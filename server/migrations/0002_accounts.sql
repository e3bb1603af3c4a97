-- People, their sessions and how they prove who they are. What membership and verification add to an account is in their own files.

create sequence paddle_number start 101;

create table account (
  id uuid constraint account_pkey primary key,
  -- Belongs to the account once a link sent to it was opened; until then several accounts may claim it, so that registering does not
  -- reveal whether an address is taken.
  email text not null constraint account_email_check check (email = lower(email)),
  email_confirmed_at timestamptz,
  -- Since when the account has had an unconfirmed email: it is closed when that lasts too long.
  email_claimed_at timestamptz not null default clock_timestamp(),
  password_hash text not null,
  password_changed_at timestamptz,
  -- Mirrors second_factor, for what every request checks. Null: off.
  second_factor_since timestamptz,
  name text not null,
  phone text not null,
  country char(2) not null,
  -- Mirrors account_address, checked for every batch of bids: without a postal address a person cannot bid, so every invoice is complete.
  has_address boolean not null default false,
  role text not null default 'member'
    constraint account_role_check check (role in ('member', 'auctioneer', 'reviewer', 'cashier', 'owner')),
  paddle integer not null constraint account_paddle_key unique default nextval('paddle_number'),
  account_status text not null default 'active'
    constraint account_account_status_check check (account_status in ('active', 'suspended', 'closed')),
  closed_at timestamptz,
  -- Minor units; null is no limit.
  bidding_limit bigint constraint account_bidding_limit_check check (bidding_limit >= 0),
  referral_code text not null constraint account_referral_code_key unique,
  -- The account whose referral code the person gave at registration, and when. Consequences are decided elsewhere.
  referred_by uuid constraint account_referred_by_fkey references account (id),
  referred_at timestamptz,
  terms_version text not null,
  demo boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint account_referred_by_referred_at_check check ((referred_by is null) = (referred_at is null))
);
create unique index account_email_key on account (email) where email_confirmed_at is not null;
create index account_email_idx on account (email) where email_confirmed_at is null;
-- Accounts to be closed because their email was never confirmed.
create index account_email_claimed_at_idx on account (email_claimed_at)
  where email_confirmed_at is null and account_status <> 'closed' and role = 'member';
create index account_referred_by_idx on account (referred_by) where referred_by is not null;

create table session (
  id uuid constraint session_pkey primary key,
  account_id uuid not null constraint session_account_id_fkey references account (id) on delete cascade,
  -- SHA-256 of the bearer token; the token itself is stored nowhere.
  token_hash bytea not null constraint session_token_hash_key unique,
  -- SHA-256 of the cookie that the bearer token is bound to; null for a plain API client.
  cookie_hash bytea,
  user_agent text,
  address text,
  -- When the person last proved their identity in this session: by signing in, or by giving code or password again.
  confirmed_at timestamptz,
  -- Until support_until, this staff member's session shows the account support_for, read-only.
  support_for uuid constraint session_support_for_fkey references account (id) on delete cascade,
  support_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index session_account_id_idx on session (account_id);
create index session_support_for_idx on session (support_for) where support_for is not null;

-- Secrets sent by email: each opens one thing once. Only hashes are stored, which open nothing.
create table account_link (
  id uuid constraint account_link_pkey primary key,
  account_id uuid not null constraint account_link_account_id_fkey references account (id) on delete cascade,
  purpose text not null constraint account_link_purpose_check check (purpose in ('confirm-email', 'change-email', 'reset-password')),
  -- The address it was sent to, and thus confirms.
  email text not null constraint account_link_email_check check (email = lower(email)),
  token_hash bytea not null constraint account_link_token_hash_key unique,
  -- Requested from a device where the person signed in before, or in one of their sessions: strangers who request emails to an address
  -- have a separate limit.
  from_known_device boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_link_account_id_purpose_created_at_idx on account_link (account_id, purpose, created_at desc);

-- A person's authenticator app. Null enabled_at: setup has begun and no code has been verified yet.
create table second_factor (
  account_id uuid constraint second_factor_pkey primary key
    constraint second_factor_account_id_fkey references account (id) on delete cascade,
  -- Sealed for this account.
  secret bytea not null,
  enabled_at timestamptz,
  -- The time step of the last accepted code: no code is accepted twice, nor an older one after it.
  last_step bigint not null default 0,
  -- Wrong codes since the last right one.
  failures integer not null default 0,
  failed_at timestamptz
);

create table recovery_code (
  account_id uuid not null constraint recovery_code_account_id_fkey references account (id) on delete cascade,
  -- Keyed hash: useless without the master key.
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_code_pkey primary key (account_id, code_hash)
);

create table account_address (
  id uuid constraint account_address_pkey primary key,
  account_id uuid not null constraint account_address_account_id_fkey references account (id) on delete cascade,
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
create index account_address_account_id_idx on account_address (account_id);
-- Invoices go to one address.
create unique index account_address_account_id_key on account_address (account_id) where for_invoices;

create function note_address() returns trigger language plpgsql as $$
begin
  update account set has_address = exists (select 1 from account_address where account_id = account.id)
  where id = coalesce(new.account_id, old.account_id);
  return null;
end $$;
create trigger address_noted after insert or delete on account_address for each row execute function note_address();

-- Staff notes about a person.
create table account_note (
  id uuid constraint account_note_pkey primary key,
  account_id uuid not null constraint account_note_account_id_fkey references account (id) on delete cascade,
  author_id uuid not null constraint account_note_author_id_fkey references account (id),
  text text not null,
  at timestamptz not null default clock_timestamp()
);
create index account_note_account_id_at_idx on account_note (account_id, at desc);

-- Identity documents, cards and devices seen on an account, so that one used on two accounts is detected. Only keyed hashes (HMAC-SHA256
-- with a separate key per kind) are stored: neither a document number nor a card or device can be read from them.
create table account_identifier (
  account_id uuid not null constraint account_identifier_account_id_fkey references account (id),
  kind text not null constraint account_identifier_kind_check check (kind in ('document-number', 'document-file', 'card', 'device')),
  hash bytea not null constraint account_identifier_hash_check check (octet_length(hash) = 32),
  first_seen_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  constraint account_identifier_pkey primary key (account_id, kind, hash)
);
create index account_identifier_kind_hash_idx on account_identifier (kind, hash);
