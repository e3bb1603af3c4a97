-- What became of a lot, as bidding told it with its end; null until then. A sold lot, and one whose price is negotiated, holds its vehicle.
alter table lot add column outcome text check (outcome in ('sold', 'reserve-not-met', 'passed', 'withdrawn'));

update lot set outcome = standing.status
from standing
where standing.lot_id = lot.id and lot.closed_at is not null
  and standing.status in ('sold', 'reserve-not-met', 'passed', 'withdrawn');
