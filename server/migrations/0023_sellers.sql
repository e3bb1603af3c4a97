-- Sellers: whose vehicles we sell, on which commission, and where their money goes.

create table seller (
  id uuid constraint seller_pkey primary key,
  -- The short name in files and lists, unique: capital letters, digits and hyphens.
  code text not null constraint seller_code_key unique
    constraint seller_code_check check (code ~ '^[A-Z0-9][A-Z0-9-]{0,19}$'),
  name text not null,
  kind text not null constraint seller_kind_check check (kind in ('private', 'dealer', 'fleet', 'lender', 'insurer', 'government',
    'estate', 'charity')),
  -- Lines of an envelope below the name, without the country.
  address text not null,
  country char(2) not null,
  email text not null,
  phone text not null,
  -- The member who owns this account at the company. They can't bid on the seller's lots, and see them as their own.
  account_id uuid constraint seller_account_id_key unique constraint seller_account_id_fkey references account (id),
  -- {bands: [{from, basisPoints}], flat, minimum, noSaleFee, relistFee, taxBasisPoints}, in minor units
  commission jsonb not null,
  -- The tax id and the bank account, encrypted; null: neither is known.
  sealed bytea,
  -- What lists may show of them: which kind of account, and how numbers end.
  bank_kind text constraint seller_bank_kind_check check (bank_kind in ('iban', 'us')),
  bank_end text not null default '',
  tax_id_end text not null default '',
  -- Whether new lots may be entered for the seller.
  is_active boolean not null default true,
  -- Increments with every change; a change names the version it was made from.
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp()
);
create index seller_name_idx on seller (lower(name));
create trigger tells_staff after insert or update or delete on seller
  for each statement execute function tell_staff('sellers');

-- Who consigned a lot. `seller_id` stays the account that may not bid on it.
alter table lot
  add column consignor_id uuid constraint lot_consignor_id_fkey references seller (id),
  -- The commission agreed for this lot; null: the seller's.
  add column commission jsonb,
  -- The commission by which the lot is sold, from its publication on.
  add column fixed_commission jsonb;
create index lot_consignor_id_idx on lot (consignor_id) where consignor_id is not null;
