-- Searching lots, and searches that people saved.

-- Which lots the catalog must reread, and since when: every process that answers searches follows it. Versions grow in commit order,
-- because every writer locks the single row of catalog_version.
create table catalog_version (
  is_one boolean constraint catalog_version_pkey primary key default true constraint catalog_version_is_one_check check (is_one),
  version bigint not null
);
insert into catalog_version (version) values (0);

create table catalog_change (
  lot_id uuid constraint catalog_change_pkey primary key,
  version bigint not null
);
create index catalog_change_version_idx on catalog_change (version);

-- A person's saved search. `query`: the filters as in the search page's URL.
create table saved_search (
  id uuid constraint saved_search_pkey primary key,
  account_id uuid not null constraint saved_search_account_id_fkey references account (id) on delete cascade,
  name text not null,
  query text not null,
  -- Whether the person who saved it could filter by price and see VINs.
  informed boolean not null,
  alert boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When matches found since the last digest are sent; null: nothing is waiting.
  digest_at timestamptz
);
create index saved_search_account_id_id_idx on saved_search (account_id, id desc);
create index saved_search_digest_at_idx on saved_search (digest_at) where digest_at is not null;

-- Lots found for a saved search: each once, announced or not.
create table saved_search_find (
  search_id uuid not null constraint saved_search_find_search_id_fkey references saved_search (id) on delete cascade,
  lot_id uuid not null,
  found_at timestamptz not null default clock_timestamp(),
  told boolean not null default false,
  constraint saved_search_find_pkey primary key (search_id, lot_id)
);
create index saved_search_find_search_id_idx on saved_search_find (search_id) where not told;
