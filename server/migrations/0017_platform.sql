-- Messages with one key are handled in the order in which they were written: those of a lot, and those of an account. What a person
-- is told names its event itself and needs no order.
alter table outbox add column key text generated always as (
  case
    when topic = 'notice' then null
    when payload ? 'lotId' then 'lot:' || (payload ->> 'lotId')
    when payload ? 'accountId' then 'account:' || (payload ->> 'accountId')
  end
) stored;
drop index outbox_due;
create index outbox_due on outbox (topic, next_try_at) where not dead;
create index outbox_order on outbox (key, created_at, id) where not dead and key is not null;
create index outbox_dead on outbox (created_at desc, id desc) where dead;

-- How often somebody did something that may not be done too often, for all processes at once: a bucket of tokens per key. The key is a
-- keyed hash, so the table names nobody. Worth nothing after a crash, so it is not logged.
create unlogged table throttle (
  key bytea primary key,
  tokens double precision not null,
  at timestamptz not null,
  -- Whether the last one was let through.
  taken boolean not null,
  -- From then on the bucket is full again, and the row says nothing.
  full_at timestamptz not null
);
create index throttle_by_end on throttle (full_at);

create index audit_by_actor on audit (actor_id, at desc);
create index audit_by_subject on audit (subject_id, at desc);
