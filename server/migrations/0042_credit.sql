-- A person asked for their credit (what is left of this line) back; until a cashier has sent it, it pays no invoice.
alter table bank_line add column pay_back_asked_at timestamptz;
create index credit_of_account on bank_line (account_id) where remaining > 0 and account_id is not null;
