-- What people are told, once per event: the key names the event.
create table notification (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  kind text not null,
  key text not null unique,
  -- The facts, encrypted: links in them may be secrets of the person.
  sealed bytea not null,
  -- Whether it stands in the person's list in page, and since when it is read.
  in_page boolean not null,
  read_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index notification_of_account on notification (account_id, id desc) where in_page;
create index notification_unread on notification (account_id) where in_page and read_at is null;
create index notification_by_age on notification (created_at);

-- One way in which a notification goes out. Queued until it was accepted or given up.
create table delivery (
  notification_id uuid not null references notification (id) on delete cascade,
  channel text not null check (channel in ('page', 'mail', 'push')),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  -- Goes before what may wait.
  urgent boolean not null,
  tries integer not null default 0,
  -- Also the end of a claim: who took it and died loses it then.
  next_try_at timestamptz not null default clock_timestamp(),
  -- When it is of no use any more.
  useless_at timestamptz not null,
  -- When the last try began, and when the mail or push server accepted it.
  sent_at timestamptz,
  delivered_at timestamptz,
  failure text,
  -- Mail: the address and the subject as they were when it was sent.
  recipient text,
  subject text,
  primary key (notification_id, channel)
);
create index delivery_due on delivery (channel, urgent desc, next_try_at) where state = 'queued';
create index mails_newest on delivery (notification_id desc) where channel = 'mail';

-- What a person chose for a kind of notice; without a row the kind's own settings hold.
create table notification_choice (
  account_id uuid not null references account (id) on delete cascade,
  kind text not null,
  mail boolean not null,
  push boolean not null,
  page boolean not null,
  primary key (account_id, kind)
);

-- A browser that takes push messages. It lives as long as the session in which it was registered: logging out ends both.
create table push_subscription (
  id uuid primary key,
  session_id uuid not null references session (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index push_of_account on push_subscription (account_id);
create index push_of_session on push_subscription (session_id);

-- How far the ledger of a lot was read for who lost the lead. Invariant: every loss up to `sequence` is in outbid_wait or was told.
create table lead_cursor (
  lot_id uuid primary key,
  sequence bigint not null,
  leader_paddle integer
);

-- The last loss of the lead that a person is to hear of, at most once a quiet minute and lot, the newest.
create table outbid_wait (
  lot_id uuid not null,
  account_id uuid not null references account (id) on delete cascade,
  sequence bigint not null,
  bid_at_ms bigint not null,
  -- Null: nothing waits.
  due_at timestamptz,
  told_at timestamptz,
  primary key (lot_id, account_id)
);
create index outbid_due on outbid_wait (due_at) where due_at is not null;

-- Lots whose watchers were told that the end is near.
create table ending_told (
  lot_id uuid primary key,
  at timestamptz not null default clock_timestamp()
);

-- Links to answer an outbid notice with the next bid, once they were used. `use_id` lets the same use be repeated.
create table answer_use (
  notification_id uuid primary key references notification (id) on delete cascade,
  use_id uuid not null,
  used_at timestamptz not null default clock_timestamp()
);
