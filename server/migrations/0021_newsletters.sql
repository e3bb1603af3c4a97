-- Newsletters: who wants them, what was sent to whom, and which addresses take no email.

-- Members who asked for newsletters.
create table newsletter_subscription (
  account_id uuid constraint newsletter_subscription_pkey primary key
    constraint newsletter_subscription_account_id_fkey references account (id) on delete cascade,
  since timestamptz not null default clock_timestamp()
);

create table newsletter (
  id uuid constraint newsletter_pkey primary key,
  subject text not null,
  -- Plain text; a blank line starts a paragraph.
  body text not null,
  -- The button and the page on our origin that it opens; both or neither.
  button text not null,
  path text not null,
  segment text not null constraint newsletter_segment_check check (segment in ('everyone', 'no-bid', 'watchers')),
  -- Of watchers: the make of a lot they watch.
  make text,
  country char(2),
  status text not null default 'draft'
    constraint newsletter_status_check check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent')),
  send_at timestamptz,
  -- When its recipients were chosen. Null: they are not chosen yet.
  started_at timestamptz,
  finished_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  constraint newsletter_segment_make_check check ((segment = 'watchers') = (make is not null)),
  constraint newsletter_button_path_check check ((button = '') = (path = ''))
);
create index newsletter_send_at_idx on newsletter (send_at) where status = 'scheduled';

-- One email of a newsletter. Chosen once, so everyone gets it at most once.
create table newsletter_recipient (
  id uuid constraint newsletter_recipient_pkey primary key,
  newsletter_id uuid not null constraint newsletter_recipient_newsletter_id_fkey references newsletter (id),
  -- Null: the account was closed and its data deleted.
  account_id uuid constraint newsletter_recipient_account_id_fkey references account (id),
  state text not null default 'queued'
    constraint newsletter_recipient_state_check check (state in ('queued', 'sent', 'skipped', 'failed', 'bounced')),
  tries integer not null default 0,
  -- Claimed by a process until then, or retried then.
  next_try_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  failure text,
  constraint newsletter_recipient_newsletter_id_account_id_key unique (newsletter_id, account_id)
);
create index newsletter_recipient_newsletter_id_next_try_at_idx on newsletter_recipient (newsletter_id, next_try_at)
  where state = 'queued';
create index newsletter_recipient_account_id_idx on newsletter_recipient (account_id) where account_id is not null;

-- Addresses that a mail server refused for good. Newsletters no longer go there.
create table undeliverable_email (
  email text constraint undeliverable_email_pkey primary key
    constraint undeliverable_email_email_check check (email = lower(email)),
  reason text not null,
  at timestamptz not null default clock_timestamp()
);
