-- Whose referral code a person gave at registration, and when. What follows from it is not decided here.
alter table account add column referred_by uuid references account (id), add column referred_at timestamptz,
  add constraint referral_has_time check ((referred_by is null) = (referred_at is null));
create index account_referred_by on account (referred_by) where referred_by is not null;
