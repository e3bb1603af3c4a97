-- A person's timeline shows the emails sent to them, in page or not.
create index if not exists notification_account_id_created_at_idx on notification (account_id, created_at desc);
