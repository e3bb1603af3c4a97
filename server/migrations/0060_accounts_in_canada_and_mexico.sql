-- Sellers are paid to accounts in Canada and Mexico, too.
alter table seller drop constraint seller_bank_kind_check;
alter table seller add constraint seller_bank_kind_check check (bank_kind in ('iban', 'us', 'ca', 'mx'));
