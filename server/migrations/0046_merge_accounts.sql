-- One person with two accounts: the one that is merged into the other is closed and stays as the history names it. Unlike after any other
-- closing, its email stays, so that signing in with it says where to sign in, and so that it isn't confirmed by someone else.
alter table account
  -- Never itself merged: merging redirects all earlier ones to the last.
  add column merged_into uuid constraint account_merged_into_fkey references account (id),
  add column merged_at timestamptz,
  add constraint account_id_merged_into_check check (merged_into <> id),
  add constraint account_merged_into_merged_at_check check ((merged_into is null) = (merged_at is null)),
  add constraint account_account_status_merged_into_check check (merged_into is null or account_status = 'closed');
create index account_merged_into_idx on account (merged_into) where merged_into is not null;
