-- What the overview and a start of the server read, without looking through every lot and invoice there ever was.
set lock_timeout = '2s';
create index if not exists lot_closed_at_idx on lot (closed_at) where closed_at is not null;
create index if not exists lot_id_idx on lot (id) where published_at is not null and cost_terms_id is null;
create index if not exists invoice_currency_due_at_idx on invoice (currency, due_at) where total - credited - paid > 0;
