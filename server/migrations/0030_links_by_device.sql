-- Asked for from a device where the person logged in before, or in a session of theirs: strangers who ask for mail to an address use
-- up a limit of their own.
alter table account_link add column from_known_device boolean not null default false;
