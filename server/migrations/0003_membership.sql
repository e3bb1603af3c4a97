-- Membership has no table of its own: the fee is a payment (0004_payments.sql). Whether it was paid is mirrored here in the transaction
-- that settles or refunds the fee, because every request checks it.
alter table account add column has_paid_membership_fee boolean not null default false;
