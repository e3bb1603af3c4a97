-- What the overview counts at each visit, without reading whole tables.
set lock_timeout = '2s';
create index delivery_notification_id_state_idx on delivery (notification_id) where channel = 'mail' and state = 'failed';
create index refund_created_at_idx on refund (created_at) where state in ('by-hand', 'failed');
