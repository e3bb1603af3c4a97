-- Attachments of tickets are encrypted at rest, as identity documents are.

set lock_timeout = '2s';

-- The key of the file, sealed with the server's key. Null: stored before this and still in clear; the hourly job seals it.
alter table ticket_file add column sealed_key bytea;
create index ticket_file_id_idx on ticket_file (id) where sealed_key is null;
