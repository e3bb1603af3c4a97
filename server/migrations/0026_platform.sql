set local lock_timeout = '2s';

-- The request that a message, and what somebody is told, comes from: its lines in the log. Null: nobody asked, a clock or a bid did it.
alter table outbox add column request_id text;
alter table notification add column request_id text;
