-- When the address of a calendar feed ended because its owner was signed out everywhere. The row stays, so that its owner can see why.
set lock_timeout = '2s';
alter table calendar_feed add column if not exists ended_at timestamptz;
