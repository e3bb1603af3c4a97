-- What a lot has instead of its auction's premium and tax, what staff expect it to fetch, and a person's limits for single auctions.

alter table lot
  -- {premium, taxBasisPoints}, each null for the auction's; null: neither. Without effect once the lot is published: cost_terms_id holds.
  add column costs jsonb,
  -- In minor units: the estimate that prices are compared with. Bidders don't see it.
  add column guide_low bigint,
  add column guide_high bigint,
  add constraint lot_guide_low_guide_high_check check (
    (guide_low is null) = (guide_high is null) and guide_low > 0 and guide_low <= guide_high);

-- {<auction id>: minor units}: on lots of these auctions a limit of its own replaces the general one. Null: no such auction.
alter table account add column auction_limits jsonb;
