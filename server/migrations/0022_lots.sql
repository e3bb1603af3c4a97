-- What buying costs beside the hammer price, as the house announced it. A row never changes and never goes: lots, and through them every
-- bid and every invoice, stand on it.
create table cost_terms (
  id integer generated always as identity primary key,
  -- SHA-256 of the terms: equal terms are one row.
  hash bytea not null unique,
  -- contract/lot-costs.ts CostTermsOfLot without version and bid unit.
  terms jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);

create function keep_cost_terms() returns trigger language plpgsql as $$
begin
  raise exception 'cost terms % were announced and stay as they are', old.id;
end $$;
create trigger cost_terms_stay before update or delete on cost_terms for each row execute function keep_cost_terms();

-- By which terms the lot is sold: set when it is published, the same from the first bid to the invoice.
alter table lot add column cost_terms_id integer references cost_terms (id);

create function keep_costs_of_lot() returns trigger language plpgsql as $$
begin
  raise exception 'lot % was published with its costs', old.id;
end $$;
create trigger costs_of_lot_stay before update of cost_terms_id on lot for each row
  when (old.cost_terms_id is not null and new.cost_terms_id is distinct from old.cost_terms_id)
  execute function keep_costs_of_lot();
