-- What staff said to everyone who follows an auction: shown on the live page and kept beside the bids.
create table auction_message (
  -- Made by the desk, one per press of the button.
  id uuid constraint auction_message_pkey primary key,
  auction_id uuid not null,
  text text not null,
  sent_by uuid not null,
  at timestamptz not null default clock_timestamp()
);
create index auction_message_auction_id_at_idx on auction_message (auction_id, at desc);
create trigger history_stays before update or delete or truncate on auction_message
  for each statement execute function keep_history('demo');
