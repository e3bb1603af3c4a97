-- The referral program: clicks on members' links, who was referred by whom, the rewards, and the credit that a reward is.

-- Credit that the company gives a person. It pays invoices like an overpayment, but is never paid out.
create table credit_grant (
  id uuid constraint credit_grant_pkey primary key,
  account_id uuid not null constraint credit_grant_account_id_fkey references account (id),
  -- Names the event, so that each is credited once.
  key text not null constraint credit_grant_key_key unique,
  amount bigint not null constraint credit_grant_amount_check check (amount > 0),
  -- The unused part.
  remaining bigint not null,
  currency char(3) not null,
  granted_at timestamptz not null default clock_timestamp(),
  -- When it was taken back: its entries were reversed, and what it had paid is owed again.
  reversed_at timestamptz,
  constraint credit_grant_amount_remaining_check check (remaining between 0 and amount),
  constraint credit_grant_remaining_reversed_at_check check (reversed_at is null or remaining = 0)
);
create index credit_grant_account_id_idx on credit_grant (account_id) where remaining > 0;
create trigger history_stays before delete or truncate on credit_grant
  for each statement execute function keep_history('demo');

-- The payments that a grant paid.
create table credit_grant_use (
  payment_id uuid constraint credit_grant_use_pkey primary key
    constraint credit_grant_use_payment_id_fkey references payment (id),
  grant_id uuid not null constraint credit_grant_use_grant_id_fkey references credit_grant (id)
);
create index credit_grant_use_grant_id_idx on credit_grant_use (grant_id);
create trigger history_stays before update or delete or truncate on credit_grant_use
  for each statement execute function keep_history('demo');

-- Clicks on a member's link by day (in the company's time zone) and channel. Nothing about the visitor is stored.
create table referral_click (
  account_id uuid not null constraint referral_click_account_id_fkey references account (id) on delete cascade,
  day date not null,
  channel text not null constraint referral_click_channel_check
    check (channel in ('link', 'message', 'post', 'forum', 'email', 'qr', 'banner', 'flyer', 'tear-off')),
  clicks integer not null constraint referral_click_clicks_check check (clicks > 0),
  constraint referral_click_pkey primary key (account_id, day, channel)
);

-- A person who registered with a member's code, and the member's reward.
create table referral (
  id uuid constraint referral_pkey primary key,
  -- The person who registered.
  account_id uuid not null constraint referral_account_id_key unique constraint referral_account_id_fkey references account (id),
  referrer_id uuid not null constraint referral_referrer_id_fkey references account (id),
  channel text not null constraint referral_channel_check
    check (channel in ('link', 'message', 'post', 'forum', 'email', 'qr', 'banner', 'flyer', 'tear-off')),
  -- What the program promised on that day, in minor units; 0: it was off.
  reward bigint not null constraint referral_reward_check check (reward >= 0),
  currency char(3) not null,
  state text not null default 'pending'
    constraint referral_state_check check (state in ('pending', 'credited', 'refused', 'reversed', 'unrewarded')),
  -- Why there is no reward: what the two accounts share, or which of them no longer counts.
  refused_for text[] not null default '{}',
  grant_id uuid constraint referral_grant_id_fkey references credit_grant (id),
  signed_up_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  reversed_at timestamptz,
  -- The cashier's reason.
  reversal_reason text,
  constraint referral_reward_state_check check ((state = 'unrewarded') = (reward = 0)),
  constraint referral_state_grant_id_check check ((state in ('credited', 'reversed')) = (grant_id is not null)),
  constraint referral_account_id_referrer_id_check check (account_id <> referrer_id)
);
create index referral_referrer_id_signed_up_at_idx on referral (referrer_id, signed_up_at);
-- Rewards still to be decided.
create index referral_id_idx on referral (id) where state = 'pending';
-- The staff list.
create index referral_signed_up_at_id_idx on referral (signed_up_at, id);
create trigger tells_staff after insert or update or delete on referral
  for each row execute function tell_staff('referrals');

-- Until today nothing was promised for a referral.
insert into referral (id, account_id, referrer_id, channel, reward, currency, state, signed_up_at)
select gen_random_uuid(), id, referred_by, 'link', 0, 'USD', 'unrewarded', referred_at from account where referred_by is not null;
