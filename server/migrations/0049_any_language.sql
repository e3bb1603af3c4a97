-- The languages offered are a list of the code; a new one needs no migration. What is stored is only its code.
set lock_timeout = '2s';
alter table account
  drop constraint account_language_check,
  add constraint account_language_check check (language ~ '^[a-z]{2}$') not valid;
alter table account validate constraint account_language_check;
