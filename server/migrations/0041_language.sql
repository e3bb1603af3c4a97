-- The language a person reads us in. Null: they never chose one; the page follows their browser, and emails are in English.
set lock_timeout = '2s';
alter table account add column language text
  constraint account_language_check check (language in ('en', 'es'));
