-- Whether the account has a postal address, for what every batch of bids checks: nobody bids without one, so every invoice is complete.
alter table account add column has_address boolean not null default false;
update account set has_address = true where exists (select 1 from account_address where account_id = account.id);

create function note_address() returns trigger language plpgsql as $$
begin
  update account set has_address = exists (select 1 from account_address where account_id = account.id)
  where id = coalesce(new.account_id, old.account_id);
  return null;
end $$;
create trigger address_noted after insert or delete on account_address for each row execute function note_address();
