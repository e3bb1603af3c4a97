-- Since when an account has named its email without having confirmed it: the account is closed when that lasts too long. Accounts from
-- before get the whole time from now on.
alter table account add column email_claimed_at timestamptz not null default clock_timestamp();
create index account_unconfirmed on account (email_claimed_at)
  where email_confirmed_at is null and account_status <> 'closed' and role = 'member';
