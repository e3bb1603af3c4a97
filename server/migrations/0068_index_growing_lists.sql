-- A million invoices, lots and people: the orders of the list of invoices, what its search looks for, and states that few rows have.
set lock_timeout = '2s';
create index if not exists invoice_due_at_id_idx on invoice (due_at, id);
create index if not exists invoice_total_id_idx on invoice (total, id);
create index if not exists invoice_total_credited_paid_id_idx on invoice (greatest(total - credited - paid, 0), id);
-- As server/invoices/admin/admin-store.ts searches it.
create index if not exists invoice_number_title_idx on invoice using gin ((number || ' ' || title) gin_trgm_ops);
create index if not exists invoice_lot_number_idx on invoice ((lot_number::text));
-- Canceled, and other than sales: few.
create index if not exists invoice_number_credited_idx on invoice (number) where credited >= total;
create index if not exists invoice_kind_number_idx on invoice (kind, number) where kind <> 'sale';
-- Vehicles in a lot that hasn't ended, and those that a lot holds: HOLDS_VEHICLE of server/lots/entry-store.ts.
create index if not exists lot_vehicle_id_idx on lot (vehicle_id) where closed_at is null;
create index if not exists lot_vehicle_id_outcome_idx on lot (vehicle_id)
  where (closed_at is null or outcome in ('sold', 'reserve-not-met')) is true;
