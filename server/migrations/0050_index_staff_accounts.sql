-- The staff among a hundred thousand people, as server/accounts/team/staff-list.ts reads them.
set lock_timeout = '2s';
create index if not exists account_role_idx on account (role) where role <> 'member';
