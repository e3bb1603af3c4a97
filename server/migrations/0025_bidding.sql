-- A halt: all lots of a sale, or of the house where it names no sale, stand still by one act until it is lifted.
create table halt (
  id uuid primary key,
  auction_id uuid,
  reason text not null,
  started_by uuid not null,
  started_at timestamptz not null default clock_timestamp(),
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text,
  -- It is lifted, and all that it had paused goes on.
  settled_at timestamptz
);
create unique index halt_in_force on halt (coalesce(auction_id, '00000000-0000-0000-0000-000000000000')) where lifted_at is null;
create index halt_unsettled on halt (started_at) where settled_at is null;

-- What a halt paused, written in the commit of the pause. `sequence`: the pause in the lot's ledger; a later pause is somebody else's.
create table halted_lot (
  halt_id uuid not null,
  lot_id uuid not null,
  sequence bigint not null,
  -- Since when the halt has nothing more to do with the lot.
  done_at timestamptz,
  primary key (halt_id, lot_id)
);
create index halted_lot_waiting on halted_lot (halt_id, lot_id) where done_at is null;
