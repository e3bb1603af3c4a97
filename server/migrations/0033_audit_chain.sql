-- The order of the audit log: each line's hash covers the line and the hash before it, so that a line that was changed, removed or
-- slipped in later shows (`npm run verify-audit`). Written when the transaction of a line commits: who commits holds the end of the
-- chain for that moment alone, whatever the transaction did before, and no bid waits for it.
create table audit_chain (
  -- From 1, without gaps.
  position bigint primary key,
  audit_id uuid not null unique,
  hash bytea not null
);

-- server/platform/verify-audit.ts spells the same text.
create function chain_audit() returns trigger language plpgsql security definer set search_path from current as $$
declare
  last audit_chain;
begin
  -- The number is this program's for the end of the chain. Held until the commit is visible to the next.
  perform pg_advisory_xact_lock(7205103);
  select * into last from audit_chain order by position desc limit 1;
  insert into audit_chain (position, audit_id, hash) values (
    coalesce(last.position, 0) + 1, new.id,
    sha256(coalesce(last.hash, '') || convert_to(jsonb_build_array(new.id, floor(extract(epoch from new.at) * 1000000)::bigint,
      new.actor_id, new.act, new.subject_kind, new.subject_id, new.before, new.after, new.reason)::text, 'UTF8')));
  return null;
end $$;

-- What stands in the log already, in its order.
do $$
declare
  line audit;
  place bigint := 0;
  before_it bytea := '';
begin
  for line in select * from audit order by at, id loop
    place := place + 1;
    before_it := sha256(before_it || convert_to(jsonb_build_array(line.id, floor(extract(epoch from line.at) * 1000000)::bigint,
      line.actor_id, line.act, line.subject_kind, line.subject_id, line.before, line.after, line.reason)::text, 'UTF8'));
    insert into audit_chain (position, audit_id, hash) values (place, line.id, before_it);
  end loop;
end $$;

create constraint trigger audit_is_chained after insert on audit
  deferrable initially deferred for each row execute function chain_audit();
create trigger history_stays before update or delete or truncate on audit_chain
  for each statement execute function keep_history();
