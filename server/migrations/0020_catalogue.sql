-- Which lots the catalogue has to read anew, and since when: every process that answers searches follows it. Versions grow in the
-- order of commits, because whoever writes holds the one row of catalogue_version.
create table catalogue_version (
  is_one boolean primary key default true check (is_one),
  version bigint not null
);
insert into catalogue_version (version) values (0);

create table catalogue_change (
  lot_id uuid primary key,
  version bigint not null
);
create index catalogue_change_by_version on catalogue_change (version);

-- What a person looks for again and again. `query`: the filters as the search page's address has them.
create table saved_search (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  name text not null,
  query text not null,
  -- Whether price filters and VINs were open to the person who saved it.
  informed boolean not null,
  alert boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When what was found since the last digest is told; null: nothing waits.
  digest_at timestamptz
);
create index saved_search_of_account on saved_search (account_id, id desc);
create index saved_search_due on saved_search (digest_at) where digest_at is not null;

-- Lots that were found for a saved search: each once, told or not.
create table saved_search_find (
  search_id uuid not null references saved_search (id) on delete cascade,
  lot_id uuid not null,
  found_at timestamptz not null default clock_timestamp(),
  told boolean not null default false,
  primary key (search_id, lot_id)
);
create index saved_search_find_waiting on saved_search_find (search_id) where not told;
