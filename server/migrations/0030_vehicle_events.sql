-- What staff record of a vehicle that no lot says: it came to the yard, it can be offered, it left. Its state is derived from these and
-- from its lots, and isn't stored. Only invented vehicles of the demo are deleted, with their events.
create table vehicle_event (
  id uuid constraint vehicle_event_pkey primary key,
  vehicle_id uuid not null constraint vehicle_event_vehicle_id_fkey references vehicle (id),
  kind text not null constraint vehicle_event_kind_check check (kind in ('arrived', 'ready', 'released')),
  at timestamptz not null default clock_timestamp(),
  actor_id uuid not null,
  note text not null default ''
);
create index vehicle_event_vehicle_id_at_idx on vehicle_event (vehicle_id, at);
create trigger history_stays before update or delete or truncate on vehicle_event
  for each statement execute function keep_history('demo');
