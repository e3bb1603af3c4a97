-- One index over both columns that a search of people looks through: read once instead of once for each.
set lock_timeout = '2s';
drop index if exists account_name_email_idx;
create index if not exists account_name_email_idx on account using gin ((name || ' ' || email) gin_trgm_ops);
