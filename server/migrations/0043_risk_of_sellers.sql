-- A risk case names the seller whose lot it was. Until now it named only the account that may not bid on the lot, which few sellers have.

alter table risk_case
  alter column seller_id drop not null,
  -- Of the sellers; null: the lot names only an account.
  add column consignor_id uuid,
  add constraint risk_case_seller_id_consignor_id_check check (seller_id is not null or consignor_id is not null);
create index risk_case_consignor_id_idx on risk_case (consignor_id);
