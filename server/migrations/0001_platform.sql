-- What every feature builds on: the outbox, settings, secrets, rate limits, the audit log, and the rules that tables of later features
-- declare with triggers.

-- Messages to later features, written in the transaction of their facts and handled afterwards.
create table outbox (
  id uuid constraint outbox_pkey primary key,
  topic text not null,
  payload jsonb not null,
  -- Messages with the same key (of a lot, or of an account) are handled in the order in which they were written. Notices name their event
  -- themselves and need no order.
  key text generated always as (
    case
      when topic = 'notice' then null
      when payload ? 'lotId' then 'lot:' || (payload ->> 'lotId')
      when payload ? 'accountId' then 'account:' || (payload ->> 'accountId')
    end
  ) stored,
  -- The request that caused the message: its lines in the log. Null: a timer or a bid caused it.
  request_id text,
  created_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  failure text,
  -- Failed after too many tries; kept for a person to inspect.
  dead boolean not null default false
);
create index outbox_topic_next_try_at_idx on outbox (topic, next_try_at) where not dead;
-- Whether an earlier message with the same key is still to be handled.
create index outbox_key_created_at_id_idx on outbox (key, created_at, id) where not dead and key is not null;
create index outbox_created_at_id_idx on outbox (created_at desc, id desc) where dead;

-- One row per run of a server process that takes bids: alive from started_at to last_at.
create table server_run (
  id uuid constraint server_run_pkey primary key,
  started_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp()
);
create index server_run_last_at_idx on server_run (last_at);

-- Settings that differ from the defaults in the code.
create table setting (
  key text constraint setting_pkey primary key,
  value jsonb not null,
  updated_at timestamptz not null default clock_timestamp()
);

-- Secrets that survive a change of the master key, sealed with it.
create table app_secret (
  name text constraint app_secret_pkey primary key,
  sealed bytea not null
);

-- Token buckets per key for rate-limited actions, shared by all processes. The key is a keyed hash, so the table identifies no one. It is
-- not needed after a crash, so the table is unlogged.
create unlogged table throttle (
  key bytea constraint throttle_pkey primary key,
  tokens double precision not null,
  at timestamptz not null,
  -- Whether the last request was allowed.
  taken boolean not null,
  -- From then on the bucket is full again and the row has no effect.
  full_at timestamptz not null
);
create index throttle_full_at_idx on throttle (full_at);

-- History is append-only. The application's role has only INSERT and SELECT on a table with the trigger `history_stays`
-- (server/platform/database/access.ts); the trigger refuses everyone else, including the owner of the tables. Its arguments name the
-- exceptions for the owner, each enabled by `set paddock.history`: `rotate-keys` reseals boxes with a new key without changing their
-- contents, `demo` deletes invented auctions. No legally required erasure touches these tables: they name people by account, and what
-- identifies the person is erased there.
create function keep_history() returns trigger language plpgsql as $$
begin
  if current_setting('paddock.history', true) = any (tg_argv) then return null; end if;
  raise exception '% is history: % is refused', tg_table_name, lower(tg_op)
    using errcode = 'insufficient_privilege', hint = 'What is wrong in it is corrected by adding to it.';
end $$;

-- Makes open staff pages reread a list when a table behind it changed: on commit the database sends one hint per list to every process,
-- whichever command wrote. The format is that of `publishWithCommit`; '' is no process's id, so that all of them handle it.
create function tell_staff() returns trigger language plpgsql as $$
begin
  perform pg_notify('paddock', json_build_array('', json_build_array('staff-list', tg_argv[0]))::text);
  return null;
end
$$;

-- Every administrative action and every view of an identity document.
create table audit (
  id uuid constraint audit_pkey primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text
);
create index audit_at_idx on audit (at desc);
create index audit_actor_id_at_idx on audit (actor_id, at desc);
create index audit_subject_id_at_idx on audit (subject_id, at desc);
create trigger history_stays before update or delete or truncate on audit
  for each statement execute function keep_history();

-- The order of the audit log: each line's hash covers the line and the previous hash, so that a line changed, removed or inserted later is
-- detected (`npm run verify-audit`). Written when a line's transaction commits: the end of the chain is locked only during the commit,
-- however long the transaction ran, and no bid waits for it.
create table audit_chain (
  -- From 1, without gaps.
  position bigint constraint audit_chain_pkey primary key,
  audit_id uuid not null constraint audit_chain_audit_id_key unique,
  hash bytea not null
);
create trigger history_stays before update or delete or truncate on audit_chain
  for each statement execute function keep_history();

-- Runs with the rights of its owner, because the application's role may not lock or order the chain. server/platform/verify-audit.ts
-- builds the same text.
create function chain_audit() returns trigger language plpgsql security definer set search_path from current as $$
declare
  last audit_chain;
begin
  -- The number is this program's lock for the end of the chain. Held until the commit is visible to the next.
  perform pg_advisory_xact_lock(7205103);
  select * into last from audit_chain order by position desc limit 1;
  insert into audit_chain (position, audit_id, hash) values (
    coalesce(last.position, 0) + 1, new.id,
    sha256(coalesce(last.hash, '') || convert_to(jsonb_build_array(new.id, floor(extract(epoch from new.at) * 1000000)::bigint,
      new.actor_id, new.action, new.subject_kind, new.subject_id, new.before, new.after, new.reason)::text, 'UTF8')));
  return null;
end $$;
create constraint trigger audit_is_chained after insert on audit
  deferrable initially deferred for each row execute function chain_audit();
