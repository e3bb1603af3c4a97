-- A hundred thousand people and vehicles: the orders of their lists, and what their searches look for.
set lock_timeout = '2s';
create index if not exists account_name_id_idx on account (lower(name), id);
create index if not exists account_name_email_idx on account using gin (name gin_trgm_ops, email gin_trgm_ops);
create index if not exists account_account_status_id_idx on account (account_status, id);
create index if not exists account_paddle_idx on account ((paddle::text));
create index if not exists vehicle_year_id_idx on vehicle (year, id);
create index if not exists vehicle_make_model_id_idx on vehicle ((lower(make) || ' ' || lower(model)), id);
create index if not exists vehicle_body_created_at_id_idx on vehicle (body, created_at desc, id desc);
-- As server/lots/vehicles/staff-store.ts searches it.
create index if not exists vehicle_year_make_model_trim_vin_stock_number_source_idx on vehicle using gin
  ((year::text || ' ' || make || ' ' || model || ' ' || coalesce(trim, '') || ' ' || coalesce(vin, '') || ' '
    || coalesce(stock_number, '') || ' ' || source) gin_trgm_ops);
