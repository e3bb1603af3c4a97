-- A line of the bank is money in, money out (kept to be seen, in no book of ours), or money in another currency than the house's.
alter table bank_line
  add column kind text not null default 'in' check (kind in ('in', 'out', 'other-currency')),
  -- It should not be in the books: its entries were reversed.
  add column taken_back_at timestamptz,
  -- How often its match was undone.
  add column undone integer not null default 0,
  add constraint money_out_is_not_used check (kind <> 'out' or (remaining = 0 and account_id is null));

alter table bank_import
  add column outgoing integer not null default 0,
  add column other_currency integer not null default 0;
-- How columns were read before did not ask which of them says debit or credit: the next file is looked at with new eyes.
delete from bank_mapping;

-- A use that was undone stays, and the line may be used for the same payment again.
alter table bank_line_use add column undone_at timestamptz;
alter table bank_line_use drop constraint bank_line_use_pkey;
create unique index bank_line_use_stands on bank_line_use (line_id, payment_id) where undone_at is null;
create index uses_of_payment on bank_line_use (payment_id);
-- The match that had settled it was undone: it is never settled again, and its receipt stands for nothing.
alter table payment add column undone_at timestamptz;

-- By what a payer writes of an invoice's number.
create index invoices_by_plain_number on invoice ((substring(number from '\d{4}-\d+$')));
