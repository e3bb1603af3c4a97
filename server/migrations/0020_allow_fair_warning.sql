-- The auctioneer's fair warning is an entry of a lot's ledger. Existing rows satisfy the new list, since it only grows; they are checked
-- without keeping bids out.
alter table ledger drop constraint ledger_type_check;
alter table ledger add constraint ledger_type_check check (type in ('opened', 'bid-placed', 'maximum-changed', 'reserve-met', 'extended',
  'paused', 'resumed', 'fair-warning', 'bought-now', 'voided', 'passed-over', 'closed', 'withdrawn', 'approved', 'countered', 'offered',
  'declined', 'retracted', 'freed', 'agreed', 'lapsed', 'sale-voided')) not valid;
alter table ledger validate constraint ledger_type_check;
