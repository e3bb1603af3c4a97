alter table verification_case
  drop constraint verification_case_state_check,
  add constraint verification_case_state_check
    check (state in ('submitted', 'approved', 'asked-again', 'rejected', 'rejected-finally', 'withdrawn')),
  -- Made by the client for one set of files: sent again with the same id, it is the same upload. The mac tells equal files.
  add column upload_id uuid,
  add column upload_mac bytea;
create unique index one_case_per_upload on verification_case (account_id, upload_id) where upload_id is not null;
create index cases_of_account on verification_case (account_id, submitted_at desc);
-- The lists of the reviewers are read in pages.
drop index waiting_cases;
drop index cases_by_decision;
create index waiting_cases on verification_case (submitted_at, id) where state = 'submitted';
create index cases_by_decision on verification_case (state, decided_at desc, id desc) where state <> 'submitted';

-- A PDF is kept as pictures of its pages.
alter table verification_file
  add column page smallint not null default 1 check (page between 1 and 20),
  drop constraint verification_file_pkey,
  add primary key (case_id, side, page);

-- Secrets that outlive a change of the house's key, sealed with it.
create table house_secret (
  name text primary key,
  sealed bytea not null
);
