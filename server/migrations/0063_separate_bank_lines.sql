-- Lines of the file that are other payments, although they say the same as lines of a file with, or without, the bank's ids.
alter table bank_import add column separate integer[] not null default '{}';
