-- People and their sessions. Membership and verification keep their own tables and mirror the facts that
-- every request checks (has_paid_membership_fee, verification_status, id_document) here, in the same transaction.
create sequence paddle_number start 101;

create table account (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  name text not null,
  phone text not null,
  country char(2) not null,
  role text not null default 'member' check (role in ('member', 'auctioneer', 'reviewer', 'cashier', 'owner')),
  paddle integer not null unique default nextval('paddle_number'),
  has_paid_membership_fee boolean not null default false,
  verification_status text not null default 'pending' check (verification_status in ('pending', 'verified')),
  -- Null, or {submittedAt, kind, state}; a rejected document is null again with a note.
  id_document jsonb,
  verification_note text,
  account_status text not null default 'active' check (account_status in ('active', 'suspended', 'closed')),
  -- Minor units; null is no limit.
  bidding_limit bigint check (bidding_limit >= 0),
  referral_code text not null unique,
  terms_version text not null,
  demo boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);

create table session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  -- SHA-256 of the bearer; the bearer itself is stored nowhere.
  token_hash bytea not null unique,
  -- SHA-256 of the cookie the bearer is bound to; null for a plain API client.
  cookie_hash bytea,
  user_agent text,
  address text,
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index session_of_account on session (account_id);
