-- Staff join by a link and may have several roles.

-- Roles besides `role`, the first one. The owner has every role and so needs no more; a member has none.
alter table account add column more_roles text[] not null default '{}'
  constraint account_role_more_roles_check check (
    more_roles <@ array['auctioneer', 'reviewer', 'cashier'] and not role = any (more_roles)
    and (cardinality(more_roles) = 0 or role not in ('member', 'owner')));

-- Open links with which a person becomes staff. A row is deleted when its link is used or withdrawn; the audit log says what became of it.
create table staff_link (
  id uuid constraint staff_link_pkey primary key,
  -- Null: the set-up link of the first owner, who chooses their address. Of an invitation, the address it was sent to, and thus confirms.
  email text constraint staff_link_email_key unique constraint staff_link_email_check check (email = lower(email)),
  roles text[] not null constraint staff_link_roles_check check (
    cardinality(roles) > 0 and roles <@ array['auctioneer', 'reviewer', 'cashier', 'owner']),
  -- SHA-256 of the secret in the link; the secret itself is stored nowhere.
  token_hash bytea not null constraint staff_link_token_hash_key unique,
  invited_by uuid constraint staff_link_invited_by_fkey references account (id),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  constraint staff_link_email_invited_by_check check ((invited_by is null) = (email is null))
);
create index staff_link_expires_at_idx on staff_link (expires_at);
create trigger tells_staff after insert or update or delete on staff_link
  for each statement execute function tell_staff('staff');

-- Two more kinds of notices. The list is extended as it is, so that kinds which other migrations added stay.
do $$
declare
  listed text;
  owner text;
begin
  foreach owner in array array['notification', 'notification_choice'] loop
    select pg_get_constraintdef(oid) into strict listed from pg_constraint
    where conrelid = owner::regclass and conname = owner || '_kind_check';
    execute format('alter table %1$I drop constraint %2$I, add constraint %2$I %3$s', owner, owner || '_kind_check',
      replace(listed, 'ARRAY[', 'ARRAY[''staff-invitation''::text, ''test-email''::text, '));
  end loop;
end $$;
