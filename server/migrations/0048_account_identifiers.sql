-- Identity documents, cards and devices seen on an account, so that one of them on two accounts shows. Only keyed hashes (HMAC-SHA256
-- under a key of the kind's own) are kept: neither a document number nor a card or device can be read from them.
create table account_identifier (
  account_id uuid not null references account (id),
  kind text not null check (kind in ('document-number', 'document-file', 'card', 'device')),
  hash bytea not null check (octet_length(hash) = 32),
  first_seen_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  primary key (account_id, kind, hash)
);
create index account_identifier_hash on account_identifier (kind, hash);

-- When the card provider was asked which card paid; payments from before are asked about, too.
alter table payment add column card_noted_at timestamptz;
create index payment_card_to_note on payment (id) where provider = 'stripe' and received > 0 and card_noted_at is null;
