-- A cashier can credit a reward that was refused or reversed. Why, in their words; null: it wasn't credited by hand.
alter table referral add column credit_reason text;
