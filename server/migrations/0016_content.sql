-- Texts that staff edited. Of the versions of a name, the one with the latest publish_at that has come and isn't canceled is shown; without
-- one, the text of the release. A null text is the text of the release, too, whichever release runs.
create table content_version (
  id uuid constraint content_version_pkey primary key,
  name text not null,
  text text,
  publish_at timestamptz not null,
  saved_at timestamptz not null default clock_timestamp(),
  saved_by uuid not null constraint content_version_saved_by_fkey references account (id)
);
create index content_version_name_publish_at_idx on content_version (name, publish_at desc);
create trigger history_stays before update or delete or truncate on content_version
  for each statement execute function keep_history();

create table content_cancellation (
  version_id uuid constraint content_cancellation_pkey primary key
    constraint content_cancellation_version_id_fkey references content_version (id),
  canceled_at timestamptz not null default clock_timestamp(),
  canceled_by uuid not null constraint content_cancellation_canceled_by_fkey references account (id)
);
create trigger history_stays before update or delete or truncate on content_cancellation
  for each statement execute function keep_history();

-- The company's logo and the director's portrait as pages show them, named by the hash of their content: what an address shows never changes.
create table brand_picture (
  name text constraint brand_picture_pkey primary key,
  content bytea not null,
  added_at timestamptz not null default clock_timestamp(),
  added_by uuid not null constraint brand_picture_added_by_fkey references account (id)
);
