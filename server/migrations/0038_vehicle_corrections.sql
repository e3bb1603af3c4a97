-- Facts of a vehicle that were corrected after they were published: what stood there, what stands there now, and why.
create table vehicle_correction (
  id uuid primary key,
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  -- The person of the staff who made it; null once the account is gone.
  actor_id uuid references account (id) on delete set null,
  reason text not null,
  -- [{field, name, before, after}], in the words shown.
  changes jsonb not null,
  -- The high bidder of an open lot may withdraw until then; null: not material, or no lot was open.
  withdraw_until timestamptz,
  is_material boolean not null,
  at timestamptz not null default clock_timestamp()
);
create index vehicle_correction_of_vehicle on vehicle_correction (vehicle_id, at desc);
