-- People with the same phone or postal address, in the forms in which they are compared. The names follow the columns.
create index if not exists account_phone_idx on account (regexp_replace(phone, '[^0-9]', '', 'g')) where account_status <> 'closed';
create index if not exists account_address_street_postcode_city_idx on account_address
  (lower(regexp_replace(street || postcode || city, '[^[:alnum:]]', '', 'g')));
