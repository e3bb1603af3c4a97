-- The talk about a lot that closed below its reserve: deadlines and the offers on the table, encrypted like a maximum.
alter table standing add column talk bytea;
-- When silence has its next effect: the high bidder is freed, then the talk lapses. Null while there is no talk.
alter table standing add column talk_due_at_ms bigint;
create index standing_talk_due on standing (talk_due_at_ms) where talk_due_at_ms is not null;
-- Lots that closed before there were talks get the usual day; what is not sealed yet is read as such a talk.
update standing set talk_due_at_ms = closes_at_ms + 86400000 where status = 'reserve-not-met';

-- Talks that are over, newest first. No bid writes such a line.
create index ledger_talk_ends on ledger (at_ms desc) where type in ('approved', 'agreed', 'lapsed');
