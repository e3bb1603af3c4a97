-- Notices to people, and how each reaches its reader.

-- Once per event: the key names the event.
create table notification (
  id uuid constraint notification_pkey primary key,
  -- Null: an email about a ticket to a person without an account; their address is in the sealed notice.
  account_id uuid constraint notification_account_id_fkey references account (id) on delete cascade,
  -- contract/notifications.ts NoticeKind
  kind text not null
    constraint notification_kind_check check (kind in ('email-confirmation', 'password-reset', 'account-security', 'account-suspended',
      'address-taken',
    'fee-receipt', 'refund-sent', 'payment-news', 'document-decided', 'outbid', 'ending-soon', 'won', 'lost', 'reserve-negotiation',
    'sale-voided', 'facts-corrected', 'pending-bid', 'question-answered', 'auction-message', 'invoice', 'invoice-overdue',
    'invoice-paid', 'payment-received', 'credit-note', 'credit', 'ticket-reply', 'saved-search')),
  key text not null constraint notification_key_key unique,
  -- The facts, encrypted: links in them may be personal secrets.
  sealed bytea not null,
  -- Whether it is in the person's list in page, and when it was read.
  in_page boolean not null,
  read_at timestamptz,
  -- The request that caused the notice: its lines in the log. Null: a timer or a bid caused it.
  request_id text,
  created_at timestamptz not null default clock_timestamp()
);
create index notification_account_id_id_idx on notification (account_id, id desc) where in_page;
create index notification_account_id_idx on notification (account_id) where in_page and read_at is null;
create index notification_created_at_idx on notification (created_at);

-- One channel of a notice. Queued until it is accepted or failed for good.
create table delivery (
  notification_id uuid not null constraint delivery_notification_id_fkey references notification (id) on delete cascade,
  channel text not null constraint delivery_channel_check check (channel in ('page', 'mail', 'push')),
  state text not null default 'queued' constraint delivery_state_check check (state in ('queued', 'sent', 'failed')),
  -- Sent before notices that can wait.
  urgent boolean not null,
  tries integer not null default 0,
  -- Also the end of a claim: a process that dies loses its claim then.
  next_try_at timestamptz not null default clock_timestamp(),
  -- When sending it is no longer useful.
  useless_at timestamptz not null,
  -- When the last try began, and when the mail or push server accepted it.
  sent_at timestamptz,
  delivered_at timestamptz,
  failure text,
  -- Email: the address and the subject as they were when it was sent.
  recipient text,
  subject text,
  constraint delivery_pkey primary key (notification_id, channel)
);
create index delivery_channel_urgent_next_try_at_idx on delivery (channel, urgent desc, next_try_at) where state = 'queued';
-- The list of emails for staff, newest first.
create index delivery_notification_id_idx on delivery (notification_id desc) where channel = 'mail';

-- A person's settings for a kind of notice; without a row the kind's defaults apply.
create table notification_choice (
  account_id uuid not null constraint notification_choice_account_id_fkey references account (id) on delete cascade,
  -- contract/notifications.ts NoticeKind
  kind text not null
    constraint notification_choice_kind_check check (kind in ('email-confirmation', 'password-reset', 'account-security',
      'account-suspended', 'address-taken',
    'fee-receipt', 'refund-sent', 'payment-news', 'document-decided', 'outbid', 'ending-soon', 'won', 'lost', 'reserve-negotiation',
    'sale-voided', 'facts-corrected', 'pending-bid', 'question-answered', 'auction-message', 'invoice', 'invoice-overdue',
    'invoice-paid', 'payment-received', 'credit-note', 'credit', 'ticket-reply', 'saved-search')),
  mail boolean not null,
  push boolean not null,
  page boolean not null,
  constraint notification_choice_pkey primary key (account_id, kind)
);

-- A browser's push subscription. It belongs to the session that registered it: signing out ends both.
create table push_subscription (
  id uuid constraint push_subscription_pkey primary key,
  session_id uuid not null constraint push_subscription_session_id_fkey references session (id) on delete cascade,
  account_id uuid not null constraint push_subscription_account_id_fkey references account (id) on delete cascade,
  endpoint text not null constraint push_subscription_endpoint_key unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index push_subscription_account_id_idx on push_subscription (account_id);
create index push_subscription_session_id_idx on push_subscription (session_id);

-- How far a lot's ledger was read for losses of the lead. Invariant: every loss up to `sequence` is in outbid_wait or was announced.
create table lead_cursor (
  lot_id uuid constraint lead_cursor_pkey primary key,
  sequence bigint not null,
  leader_paddle integer
);

-- A person's newest loss of the lead on a lot, to be announced at most once per quiet minute.
create table outbid_wait (
  lot_id uuid not null,
  account_id uuid not null constraint outbid_wait_account_id_fkey references account (id) on delete cascade,
  sequence bigint not null,
  bid_at_ms bigint not null,
  -- Null: nothing waits.
  due_at timestamptz,
  told_at timestamptz,
  constraint outbid_wait_pkey primary key (lot_id, account_id)
);
create index outbid_wait_due_at_idx on outbid_wait (due_at) where due_at is not null;

-- Lots whose watchers were notified that the end is near.
create table ending_told (
  lot_id uuid constraint ending_told_pkey primary key,
  at timestamptz not null default clock_timestamp()
);

-- Used links of outbid notices, which show the next bid. `use_id` lets the same use be repeated.
create table answer_use (
  notification_id uuid constraint answer_use_pkey primary key
    constraint answer_use_notification_id_fkey references notification (id) on delete cascade,
  use_id uuid not null,
  used_at timestamptz not null default clock_timestamp()
);
