-- A canceled auction: its open lots are withdrawn one after another by a job, once everyone who follows them was notified.
alter table auction
  add column canceled_at timestamptz,
  add column canceled_by uuid,
  add column cancel_reason text,
  -- When the notices were written; only then are lots withdrawn, because nobody follows a lot that ended.
  add column cancel_told_at timestamptz;
create index auction_canceled_at_idx on auction (canceled_at) where canceled_at is not null;
