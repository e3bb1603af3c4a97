-- What people write to our team, and the answers.

-- A message to our team and its outcome. The sender may have no account.
create table ticket (
  id uuid constraint ticket_pkey primary key,
  -- Shown to the person and in subjects of emails, such as T-4K7MX92P.
  reference text not null constraint ticket_reference_key unique,
  account_id uuid constraint ticket_account_id_fkey references account (id),
  -- Both are empty once the person's data is erased.
  name text not null,
  email text not null constraint ticket_email_check check (email = lower(email)),
  topic text not null
    constraint ticket_topic_check check (topic in ('lot', 'bid', 'payment', 'verification', 'vehicle', 'website', 'other')),
  subject text not null,
  lot_id uuid constraint ticket_lot_id_fkey references lot (id),
  invoice_id uuid constraint ticket_invoice_id_fkey references invoice (id),
  -- open: waits for our team; answered: waits for the person.
  status text not null default 'open' constraint ticket_status_check check (status in ('open', 'answered', 'closed')),
  priority text not null default 'normal' constraint ticket_priority_check check (priority in ('low', 'normal', 'high', 'urgent')),
  assignee_id uuid constraint ticket_assignee_id_fkey references account (id),
  opened_at timestamptz not null default clock_timestamp(),
  -- When the last message was received or sent.
  moved_at timestamptz not null default clock_timestamp(),
  -- Since when the person has waited for an answer.
  waiting_since timestamptz default clock_timestamp(),
  first_answered_at timestamptz,
  closed_at timestamptz,
  -- The thread that also shows this one's messages. Never itself merged: merging redirects all earlier ones to the last.
  merged_into uuid constraint ticket_merged_into_fkey references ticket (id),
  -- Increments with every change: a change must name the version it is based on.
  version integer not null default 1,
  constraint ticket_status_waiting_since_check check ((status = 'open') = (waiting_since is not null)),
  constraint ticket_status_closed_at_check check ((status = 'closed') = (closed_at is not null))
);
create index ticket_waiting_since_idx on ticket (waiting_since) where waiting_since is not null and merged_into is null;
create index ticket_account_id_moved_at_idx on ticket (account_id, moved_at desc) where account_id is not null;
create index ticket_email_idx on ticket (email);
create index ticket_merged_into_idx on ticket (merged_into) where merged_into is not null;
create trigger tells_staff after insert or update or delete on ticket
  for each row execute function tell_staff('tickets');

-- Who wrote, when and how: history. The text is in ticket_text, so that it can be erased; its hash stays.
create table ticket_message (
  id uuid constraint ticket_message_pkey primary key,
  ticket_id uuid not null constraint ticket_message_ticket_id_fkey references ticket (id),
  author text not null constraint ticket_message_author_check check (author in ('person', 'team', 'assistant')),
  -- Of staff.
  author_id uuid constraint ticket_message_author_id_fkey references account (id),
  -- Internal: the person never reads it.
  is_note boolean not null default false,
  via text not null constraint ticket_message_via_check check (via in ('page', 'email', 'assistant')),
  at timestamptz not null default clock_timestamp(),
  -- SHA-256 of the text.
  digest bytea not null,
  -- The Message-ID of an email: an email delivered twice is one message.
  email_id text constraint ticket_message_email_id_key unique
);
create index ticket_message_ticket_id_at_id_idx on ticket_message (ticket_id, at, id);
create trigger history_stays before update or delete or truncate on ticket_message
  for each statement execute function keep_history('demo');

create table ticket_text (
  message_id uuid constraint ticket_text_pkey primary key constraint ticket_text_message_id_fkey references ticket_message (id),
  text text not null,
  -- What an email contained besides the reply.
  quoted text
);
-- A text may be erased, but never replaced by another.
create function keep_ticket_text() returns trigger language plpgsql as $$
begin
  raise exception 'a message is never rewritten' using errcode = 'insufficient_privilege';
end $$;
create trigger text_stays before update on ticket_text for each row execute function keep_ticket_text();

-- An attachment. Without a message it is a pending upload, deleted after an hour.
create table ticket_file (
  id uuid constraint ticket_file_pkey primary key,
  message_id uuid constraint ticket_file_message_id_fkey references ticket_message (id),
  name text not null,
  type text not null constraint ticket_file_type_check check (type in ('pdf', 'jpeg', 'png', 'webp')),
  -- Bytes.
  size integer not null,
  storage_name text not null constraint ticket_file_storage_name_key unique,
  added_at timestamptz not null default clock_timestamp()
);
create index ticket_file_message_id_idx on ticket_file (message_id) where message_id is not null;
create index ticket_file_added_at_idx on ticket_file (added_at) where message_id is null;

create table canned_answer (
  id uuid constraint canned_answer_pkey primary key,
  title text not null constraint canned_answer_title_key unique,
  text text not null,
  version integer not null default 1,
  changed_at timestamptz not null default clock_timestamp()
);
