-- The sellers' own pages: who looked at their lots, and the changes of a reserve they ask for.

-- Members who opened a lot's page, each once: sellers see how many, and never who.
create table lot_viewer (
  lot_id uuid not null,
  account_id uuid not null constraint lot_viewer_account_id_fkey references account (id) on delete cascade,
  first_at timestamptz not null default clock_timestamp(),
  constraint lot_viewer_pkey primary key (lot_id, account_id)
);
create index lot_viewer_account_id_idx on lot_viewer (account_id);

create table reserve_request (
  id uuid constraint reserve_request_pkey primary key,
  lot_id uuid not null constraint reserve_request_lot_id_fkey references lot (id) on delete cascade,
  seller_id uuid not null constraint reserve_request_seller_id_fkey references seller (id),
  -- Minor units; null: no reserve.
  reserve bigint,
  note text not null,
  state text not null default 'open'
    constraint reserve_request_state_check check (state in ('open', 'accepted', 'refused', 'withdrawn')),
  made_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  -- Null: the seller withdrew it.
  decided_by uuid,
  reason text,
  constraint reserve_request_state_decided_at_check check ((state = 'open') = (decided_at is null))
);
create unique index reserve_request_lot_id_key on reserve_request (lot_id) where state = 'open';
create index reserve_request_lot_id_made_at_idx on reserve_request (lot_id, made_at);
create index reserve_request_made_at_id_idx on reserve_request (made_at, id);
create trigger tells_staff after insert or update or delete on reserve_request
  for each statement execute function tell_staff('reserve-requests');

-- The kinds of notices for sellers, and the one for staff. The list is extended as it is, so that kinds which other migrations added stay.
do $$
declare
  listed text;
  owner text;
begin
  foreach owner in array array['notification', 'notification_choice'] loop
    select pg_get_constraintdef(oid) into strict listed from pg_constraint
    where conrelid = owner::regclass and conname = owner || '_kind_check';
    execute format('alter table %1$I drop constraint %2$I, add constraint %2$I %3$s', owner, owner || '_kind_check',
      replace(listed, 'ARRAY[', 'ARRAY[''seller-statement''::text, ''seller-paid''::text, ''seller-negotiation''::text, '
        || '''reserve-requested''::text, ''reserve-decided''::text, '));
  end loop;
end $$;
