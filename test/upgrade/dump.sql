SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';

CREATE FUNCTION public.chain_audit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO '$user', 'public'
    AS $$
declare
  last audit_chain;
begin
  -- The number is this program's lock for the end of the chain. Held until the commit is visible to the next.
  perform pg_advisory_xact_lock(7205103);
  select * into last from audit_chain order by position desc limit 1;
  insert into audit_chain (position, audit_id, hash) values (
    coalesce(last.position, 0) + 1, new.id,
    sha256(coalesce(last.hash, '') || convert_to(jsonb_build_array(new.id, floor(extract(epoch from new.at) * 1000000)::bigint,
      new.actor_id, new.action, new.subject_kind, new.subject_id, new.before, new.after, new.reason)::text, 'UTF8')));
  return null;
end $$;

CREATE FUNCTION public.check_charge_was_announced() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  sale invoice;
  days bigint;
begin
  if new.kind = 'sale' then return new; end if;
  select * into sale from invoice where id = new.about_id and kind = 'sale' for update;
  if not found or sale.account_id <> new.account_id or sale.currency <> new.currency then
    raise exception 'a charge belongs to an invoice of a sale to the same person';
  end if;
  if new.kind = 'late-fee' then
    if new.net = sale.late_fee and new.tax = floor((new.net * sale.late_fee_tax + 5000) / 10000.0)
      and new.issued_at >= sale.due_at then return new; end if;
    raise exception 'this late fee was not announced';
  end if;
  days := floor(extract(epoch from coalesce(sale.collected_at, new.issued_at) - sale.storage_from) / 86400) + 1;
  if sale.storage_per_day > 0 and new.net > 0 and new.net % sale.storage_per_day = 0
    and new.tax = floor((new.net * sale.storage_tax + 5000) / 10000.0)
    and new.net + (select coalesce(sum(net), 0) from invoice where about_id = sale.id and kind = 'storage')
      <= days * sale.storage_per_day then return new; end if;
  raise exception 'this storage was not announced';
end $$;

CREATE FUNCTION public.check_transfer_balances() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (select 1 from money_entry where transfer_id = new.transfer_id group by currency having sum(amount) <> 0) then
    raise exception 'transfer % does not balance', new.transfer_id;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_costs_of_lot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'lot % was published with its costs', old.id;
end $$;

CREATE FUNCTION public.keep_history() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if current_setting('paddock.history', true) = any (tg_argv) then return null; end if;
  raise exception '% is history: % is refused', tg_table_name, lower(tg_op)
    using errcode = 'insufficient_privilege', hint = 'What is wrong in it is corrected by adding to it.';
end $$;

CREATE FUNCTION public.keep_issued_document() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'UPDATE' and (to_jsonb(old) - array['state', 'paid', 'credited', 'reminded_at', 'overdue_at', 'collected_at'])
    = (to_jsonb(new) - array['state', 'paid', 'credited', 'reminded_at', 'overdue_at', 'collected_at']) then
    return new;
  end if;
  if tg_op = 'DELETE' and exists (select 1 from account where id = old.account_id and demo) then return old; end if;
  raise exception '% % was issued and stays as it is', tg_table_name, old.number;
end $$;

CREATE FUNCTION public.keep_ticket_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'a message is never rewritten' using errcode = 'insufficient_privilege';
end $$;

CREATE FUNCTION public.note_address() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update account set has_address = exists (select 1 from account_address where account_id = account.id)
  where id = coalesce(new.account_id, old.account_id);
  return null;
end $$;

CREATE FUNCTION public.tell_staff() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('paddock', json_build_array('', json_build_array('staff-list', tg_argv[0]))::text);
  return null;
end
$$;

CREATE SEQUENCE public.paddle_number
    START WITH 101
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.account (
    id uuid NOT NULL,
    email text NOT NULL,
    email_confirmed_at timestamp with time zone,
    email_claimed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    password_hash text NOT NULL,
    password_changed_at timestamp with time zone,
    second_factor_since timestamp with time zone,
    name text NOT NULL,
    phone text NOT NULL,
    country character(2) NOT NULL,
    has_address boolean DEFAULT false NOT NULL,
    role text DEFAULT 'member'::text NOT NULL,
    paddle integer DEFAULT nextval('public.paddle_number'::regclass) NOT NULL,
    account_status text DEFAULT 'active'::text NOT NULL,
    closed_at timestamp with time zone,
    bidding_limit bigint,
    referral_code text NOT NULL,
    referred_by uuid,
    referred_at timestamp with time zone,
    terms_version text NOT NULL,
    demo boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    has_paid_membership_fee boolean DEFAULT false NOT NULL,
    verification_status text DEFAULT 'pending'::text NOT NULL,
    id_document jsonb,
    verification_note text,
    CONSTRAINT account_account_status_check CHECK ((account_status = ANY (ARRAY['active'::text, 'suspended'::text, 'closed'::text]))),
    CONSTRAINT account_bidding_limit_check CHECK ((bidding_limit >= 0)),
    CONSTRAINT account_email_check CHECK ((email = lower(email))),
    CONSTRAINT account_referred_by_referred_at_check CHECK (((referred_by IS NULL) = (referred_at IS NULL))),
    CONSTRAINT account_role_check CHECK ((role = ANY (ARRAY['member'::text, 'auctioneer'::text, 'reviewer'::text, 'cashier'::text, 'owner'::text]))),
    CONSTRAINT account_verification_status_check CHECK ((verification_status = ANY (ARRAY['pending'::text, 'verified'::text])))
);

CREATE TABLE public.account_address (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    recipient text NOT NULL,
    company text NOT NULL,
    street text NOT NULL,
    extra text NOT NULL,
    postcode text NOT NULL,
    city text NOT NULL,
    region text NOT NULL,
    country character(2) NOT NULL,
    for_invoices boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.account_identifier (
    account_id uuid NOT NULL,
    kind text NOT NULL,
    hash bytea NOT NULL,
    first_seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT account_identifier_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT account_identifier_kind_check CHECK ((kind = ANY (ARRAY['document-number'::text, 'document-file'::text, 'card'::text, 'device'::text])))
);

CREATE TABLE public.account_link (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    token_hash bytea NOT NULL,
    from_known_device boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT account_link_email_check CHECK ((email = lower(email))),
    CONSTRAINT account_link_purpose_check CHECK ((purpose = ANY (ARRAY['confirm-email'::text, 'change-email'::text, 'reset-password'::text])))
);

CREATE TABLE public.account_note (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    author_id uuid NOT NULL,
    text text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.answer_use (
    notification_id uuid NOT NULL,
    use_id uuid NOT NULL,
    used_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.app_secret (
    name text NOT NULL,
    sealed bytea NOT NULL
);

CREATE TABLE public.attempt (
    bid_id uuid NOT NULL,
    lot_id uuid NOT NULL,
    bidder_id uuid NOT NULL,
    fingerprint text NOT NULL,
    at_ms bigint NOT NULL,
    outcome text NOT NULL,
    answer text NOT NULL
);

CREATE TABLE public.auction (
    id uuid NOT NULL,
    title text NOT NULL,
    kind text NOT NULL,
    location text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    currency character(3) NOT NULL,
    opens_at timestamp with time zone NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    ended_at timestamp with time zone,
    terms jsonb NOT NULL,
    lot_count integer DEFAULT 0 NOT NULL,
    published_at timestamp with time zone,
    hero_photo text,
    demo boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT auction_kind_check CHECK ((kind = ANY (ARRAY['timed'::text, 'live'::text]))),
    CONSTRAINT auction_opens_at_starts_at_check CHECK ((opens_at <= starts_at))
);

CREATE TABLE public.audit (
    id uuid NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    actor_id uuid NOT NULL,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id text NOT NULL,
    before jsonb,
    after jsonb,
    reason text
);

CREATE TABLE public.audit_chain (
    "position" bigint NOT NULL,
    audit_id uuid NOT NULL,
    hash bytea NOT NULL
);

CREATE TABLE public.bank_import (
    id uuid NOT NULL,
    actor_id uuid NOT NULL,
    file_name text NOT NULL,
    file_hash bytea NOT NULL,
    part_count integer NOT NULL,
    state text DEFAULT 'receiving'::text NOT NULL,
    mapping jsonb,
    row_count integer DEFAULT 0 NOT NULL,
    done_count integer DEFAULT 0 NOT NULL,
    imported integer DEFAULT 0 NOT NULL,
    known integer DEFAULT 0 NOT NULL,
    ignored integer DEFAULT 0 NOT NULL,
    matched integer DEFAULT 0 NOT NULL,
    outgoing integer DEFAULT 0 NOT NULL,
    other_currency integer DEFAULT 0 NOT NULL,
    faults jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT bank_import_part_count_check CHECK ((part_count > 0)),
    CONSTRAINT bank_import_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'ready'::text, 'running'::text, 'done'::text])))
);

CREATE TABLE public.bank_import_part (
    import_id uuid NOT NULL,
    number integer NOT NULL,
    text text NOT NULL
);

CREATE TABLE public.bank_line (
    id uuid NOT NULL,
    import_id uuid NOT NULL,
    line integer NOT NULL,
    fingerprint bytea NOT NULL,
    kind text DEFAULT 'in'::text NOT NULL,
    booked_on date NOT NULL,
    amount bigint NOT NULL,
    currency character(3) NOT NULL,
    text text NOT NULL,
    payer_name text NOT NULL,
    payer_account text NOT NULL,
    remaining bigint NOT NULL,
    account_id uuid,
    hint text,
    undone integer DEFAULT 0 NOT NULL,
    pay_back_asked_at timestamp with time zone,
    returned_at timestamp with time zone,
    taken_back_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT bank_line_amount_check CHECK ((amount > 0)),
    CONSTRAINT bank_line_amount_remaining_check CHECK (((remaining >= 0) AND (remaining <= amount))),
    CONSTRAINT bank_line_kind_check CHECK ((kind = ANY (ARRAY['in'::text, 'out'::text, 'other-currency'::text]))),
    CONSTRAINT bank_line_kind_remaining_account_id_check CHECK (((kind <> 'out'::text) OR ((remaining = 0) AND (account_id IS NULL))))
);

CREATE TABLE public.bank_line_use (
    line_id uuid NOT NULL,
    payment_id uuid NOT NULL,
    amount bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    undone_at timestamp with time zone,
    CONSTRAINT bank_line_use_amount_check CHECK ((amount > 0))
);

CREATE TABLE public.bank_mapping (
    header_hash bytea NOT NULL,
    mapping jsonb NOT NULL
);

CREATE TABLE public.buyer_tax_id (
    account_id uuid NOT NULL,
    tax_id text NOT NULL
);

CREATE TABLE public.calendar_event (
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    sequence integer DEFAULT 0 NOT NULL,
    title text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    location text NOT NULL,
    cancelled boolean DEFAULT false NOT NULL,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT calendar_event_kind_check CHECK ((kind = ANY (ARRAY['auction'::text, 'lot'::text])))
);

CREATE TABLE public.calendar_feed (
    account_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    read_at timestamp with time zone
);

CREATE TABLE public.calendar_told (
    account_id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    turns integer DEFAULT 0 NOT NULL,
    removed_at timestamp with time zone,
    CONSTRAINT calendar_told_kind_check CHECK ((kind = ANY (ARRAY['auction'::text, 'lot'::text])))
);

CREATE TABLE public.canned_answer (
    id uuid NOT NULL,
    title text NOT NULL,
    text text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.catalog_change (
    lot_id uuid NOT NULL,
    version bigint NOT NULL
);

CREATE TABLE public.catalog_version (
    is_one boolean DEFAULT true NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT catalog_version_is_one_check CHECK (is_one)
);

CREATE TABLE public.cost_terms (
    id integer NOT NULL,
    hash bytea NOT NULL,
    terms jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE public.cost_terms ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.cost_terms_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.credit_note (
    id uuid NOT NULL,
    number text NOT NULL,
    invoice_id uuid NOT NULL,
    account_id uuid NOT NULL,
    lines jsonb NOT NULL,
    net bigint NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL,
    cause text NOT NULL,
    reason text NOT NULL,
    actor_id uuid,
    refund bigint DEFAULT 0 NOT NULL,
    document jsonb NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    CONSTRAINT credit_note_cause_check CHECK ((cause = ANY (ARRAY['correction'::text, 'sale-voided'::text, 'buyer-default'::text, 'goodwill'::text]))),
    CONSTRAINT credit_note_net_tax_total_check CHECK (((total = (net + tax)) AND (total > 0))),
    CONSTRAINT credit_note_total_refund_check CHECK (((refund >= 0) AND (refund <= total)))
);

CREATE TABLE public.delivery (
    notification_id uuid NOT NULL,
    channel text NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    urgent boolean NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    useless_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    delivered_at timestamp with time zone,
    failure text,
    recipient text,
    subject text,
    CONSTRAINT delivery_channel_check CHECK ((channel = ANY (ARRAY['page'::text, 'mail'::text, 'push'::text]))),
    CONSTRAINT delivery_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);

CREATE TABLE public.dispute (
    id uuid NOT NULL,
    payment_id uuid NOT NULL,
    provider_ref text NOT NULL,
    state text DEFAULT 'inquiry'::text NOT NULL,
    amount bigint NOT NULL,
    currency character(3) NOT NULL,
    held bigint DEFAULT 0 NOT NULL,
    reason text NOT NULL,
    evidence_due_at timestamp with time zone,
    evidence_sent boolean DEFAULT false NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT dispute_amount_check CHECK ((amount > 0)),
    CONSTRAINT dispute_amount_held_check CHECK (((held >= 0) AND (held <= amount))),
    CONSTRAINT dispute_state_check CHECK ((state = ANY (ARRAY['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text, 'closed'::text])))
);

CREATE TABLE public.document_counter (
    series text NOT NULL,
    year integer NOT NULL,
    last integer NOT NULL,
    CONSTRAINT document_counter_series_check CHECK ((series = ANY (ARRAY['invoice'::text, 'credit-note'::text])))
);

CREATE TABLE public.document_series (
    series text NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT document_series_series_check CHECK ((series = ANY (ARRAY['invoice'::text, 'credit-note'::text])))
);

CREATE TABLE public.ending_told (
    lot_id uuid NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.halt (
    id uuid NOT NULL,
    auction_id uuid,
    reason text NOT NULL,
    started_by uuid NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    lifted_by uuid,
    lifted_at timestamp with time zone,
    lift_reason text,
    settled_at timestamp with time zone
);

CREATE TABLE public.halted_lot (
    halt_id uuid NOT NULL,
    lot_id uuid NOT NULL,
    sequence bigint NOT NULL,
    done_at timestamp with time zone
);

CREATE TABLE public.invoice (
    id uuid NOT NULL,
    number text NOT NULL,
    kind text NOT NULL,
    about_id uuid,
    account_id uuid NOT NULL,
    lot_id uuid,
    lot_number integer,
    title text NOT NULL,
    currency character(3) NOT NULL,
    state text NOT NULL,
    lines jsonb NOT NULL,
    net bigint NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL,
    paid bigint DEFAULT 0 NOT NULL,
    credited bigint DEFAULT 0 NOT NULL,
    late_fee bigint DEFAULT 0 NOT NULL,
    late_fee_tax integer DEFAULT 0 NOT NULL,
    storage_per_day bigint DEFAULT 0 NOT NULL,
    storage_tax integer DEFAULT 0 NOT NULL,
    storage_from timestamp with time zone,
    document jsonb NOT NULL,
    issued_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    due_at timestamp with time zone NOT NULL,
    reminded_at timestamp with time zone,
    overdue_at timestamp with time zone,
    collected_at timestamp with time zone,
    CONSTRAINT invoice_kind_about_id_check CHECK (((kind = 'sale'::text) = (about_id IS NULL))),
    CONSTRAINT invoice_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'late-fee'::text, 'storage'::text]))),
    CONSTRAINT invoice_late_fee_check CHECK ((late_fee >= 0)),
    CONSTRAINT invoice_net_tax_total_check CHECK ((total = (net + tax))),
    CONSTRAINT invoice_state_check CHECK ((state = ANY (ARRAY['issued'::text, 'part-paid'::text, 'paid'::text, 'overdue'::text, 'cancelled'::text]))),
    CONSTRAINT invoice_storage_per_day_check CHECK ((storage_per_day >= 0)),
    CONSTRAINT invoice_total_credited_check CHECK (((credited >= 0) AND (credited <= total))),
    CONSTRAINT invoice_total_paid_check CHECK (((paid >= 0) AND (paid <= total)))
);

CREATE TABLE public.invoice_event (
    id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    what text NOT NULL,
    amount bigint,
    words text,
    "position" bigint NOT NULL,
    CONSTRAINT invoice_event_what_check CHECK ((what = ANY (ARRAY['issued'::text, 'reminded'::text, 'payment'::text, 'paid'::text, 'overdue'::text, 'charged'::text, 'credited'::text, 'refunded'::text, 'refund-sent'::text, 'charged-back'::text, 'payment-undone'::text, 'cancelled'::text, 'collected'::text, 'resent'::text])))
);

ALTER TABLE public.invoice_event ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invoice_event_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.lead_cursor (
    lot_id uuid NOT NULL,
    sequence bigint NOT NULL,
    leader_paddle integer
);

CREATE TABLE public.ledger (
    lot_id uuid NOT NULL,
    sequence bigint NOT NULL,
    at_ms bigint NOT NULL,
    type text NOT NULL,
    text text NOT NULL,
    hash bytea NOT NULL,
    bidder_id uuid,
    bid_id uuid,
    sealed bytea,
    CONSTRAINT ledger_type_check CHECK ((type = ANY (ARRAY['opened'::text, 'bid-placed'::text, 'maximum-changed'::text, 'reserve-met'::text, 'extended'::text, 'paused'::text, 'resumed'::text, 'bought-now'::text, 'voided'::text, 'passed-over'::text, 'closed'::text, 'withdrawn'::text, 'approved'::text, 'countered'::text, 'offered'::text, 'declined'::text, 'retracted'::text, 'freed'::text, 'agreed'::text, 'lapsed'::text, 'sale-voided'::text])))
);

CREATE SEQUENCE public.lot_number
    START WITH 1001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.lot (
    id uuid NOT NULL,
    lot_number integer DEFAULT nextval('public.lot_number'::regclass) NOT NULL,
    auction_id uuid NOT NULL,
    vehicle_id uuid NOT NULL,
    "position" integer NOT NULL,
    title text NOT NULL,
    seller_id uuid,
    opening_bid bigint NOT NULL,
    reserve bigint,
    buy_now bigint,
    cost_terms_id integer,
    opens_at timestamp with time zone,
    scheduled_close_at timestamp with time zone,
    due_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    published_at timestamp with time zone,
    closed_at timestamp with time zone,
    outcome text,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT lot_buy_now_check CHECK ((buy_now > 0)),
    CONSTRAINT lot_opening_bid_check CHECK ((opening_bid > 0)),
    CONSTRAINT lot_outcome_check CHECK ((outcome = ANY (ARRAY['sold'::text, 'reserve-not-met'::text, 'passed'::text, 'withdrawn'::text]))),
    CONSTRAINT lot_position_check CHECK (("position" > 0)),
    CONSTRAINT lot_reserve_check CHECK ((reserve > 0))
);

CREATE TABLE public.lot_question (
    id uuid NOT NULL,
    lot_id uuid NOT NULL,
    account_id uuid,
    text text NOT NULL,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    answer text,
    answered_at timestamp with time zone,
    answered_by uuid,
    hidden_at timestamp with time zone,
    hidden_reason text,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT lot_question_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 1500))),
    CONSTRAINT lot_question_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 500)))
);

CREATE TABLE public.migration (
    name text NOT NULL,
    checksum text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.money_entry (
    transfer_id uuid NOT NULL,
    line integer NOT NULL,
    account text NOT NULL,
    amount bigint NOT NULL,
    currency character(3) NOT NULL,
    CONSTRAINT money_entry_amount_check CHECK ((amount <> 0))
);

CREATE TABLE public.money_transfer (
    id uuid NOT NULL,
    payment_id uuid,
    memo text NOT NULL,
    key text,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.notification (
    id uuid NOT NULL,
    account_id uuid,
    kind text NOT NULL,
    key text NOT NULL,
    sealed bytea NOT NULL,
    in_page boolean NOT NULL,
    read_at timestamp with time zone,
    request_id text,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT notification_kind_check CHECK ((kind = ANY (ARRAY['email-confirmation'::text, 'password-reset'::text, 'account-security'::text, 'account-suspended'::text, 'address-taken'::text, 'fee-receipt'::text, 'refund-sent'::text, 'payment-news'::text, 'document-decided'::text, 'outbid'::text, 'ending-soon'::text, 'won'::text, 'lost'::text, 'reserve-negotiation'::text, 'sale-voided'::text, 'facts-corrected'::text, 'pending-bid'::text, 'question-answered'::text, 'auction-message'::text, 'invoice'::text, 'invoice-overdue'::text, 'invoice-paid'::text, 'payment-received'::text, 'credit-note'::text, 'credit'::text, 'ticket-reply'::text, 'saved-search'::text])))
);

CREATE TABLE public.notification_choice (
    account_id uuid NOT NULL,
    kind text NOT NULL,
    mail boolean NOT NULL,
    push boolean NOT NULL,
    page boolean NOT NULL,
    CONSTRAINT notification_choice_kind_check CHECK ((kind = ANY (ARRAY['email-confirmation'::text, 'password-reset'::text, 'account-security'::text, 'account-suspended'::text, 'address-taken'::text, 'fee-receipt'::text, 'refund-sent'::text, 'payment-news'::text, 'document-decided'::text, 'outbid'::text, 'ending-soon'::text, 'won'::text, 'lost'::text, 'reserve-negotiation'::text, 'sale-voided'::text, 'facts-corrected'::text, 'pending-bid'::text, 'question-answered'::text, 'auction-message'::text, 'invoice'::text, 'invoice-overdue'::text, 'invoice-paid'::text, 'payment-received'::text, 'credit-note'::text, 'credit'::text, 'ticket-reply'::text, 'saved-search'::text])))
);

CREATE TABLE public.outbid_wait (
    lot_id uuid NOT NULL,
    account_id uuid NOT NULL,
    sequence bigint NOT NULL,
    bid_at_ms bigint NOT NULL,
    due_at timestamp with time zone,
    told_at timestamp with time zone
);

CREATE TABLE public.outbox (
    id uuid NOT NULL,
    topic text NOT NULL,
    payload jsonb NOT NULL,
    key text GENERATED ALWAYS AS (
CASE
    WHEN (topic = 'notice'::text) THEN NULL::text
    WHEN (payload ? 'lotId'::text) THEN ('lot:'::text || (payload ->> 'lotId'::text))
    WHEN (payload ? 'accountId'::text) THEN ('account:'::text || (payload ->> 'accountId'::text))
    ELSE NULL::text
END) STORED,
    request_id text,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    failure text,
    dead boolean DEFAULT false NOT NULL
);

CREATE TABLE public.participation (
    bidder_id uuid NOT NULL,
    lot_id uuid NOT NULL,
    first_at_ms bigint NOT NULL
);

CREATE TABLE public.payment (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    idempotency_key uuid NOT NULL,
    purpose text NOT NULL,
    subject_id uuid,
    amount bigint NOT NULL,
    currency character(3) NOT NULL,
    provider text NOT NULL,
    provider_ref text,
    pay_url text,
    reference text,
    state text NOT NULL,
    failure text,
    received bigint DEFAULT 0 NOT NULL,
    refunded bigint DEFAULT 0 NOT NULL,
    disputed bigint DEFAULT 0 NOT NULL,
    charged_back bigint DEFAULT 0 NOT NULL,
    receipt_number text,
    settles_at timestamp with time zone,
    asked_at timestamp with time zone,
    card_noted_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    settled_at timestamp with time zone,
    undone_at timestamp with time zone,
    CONSTRAINT payment_amount_check CHECK ((amount > 0)),
    CONSTRAINT payment_amount_received_check CHECK (((received >= 0) AND (received <= amount))),
    CONSTRAINT payment_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text, 'transfer'::text, 'credit'::text]))),
    CONSTRAINT payment_purpose_check CHECK ((purpose = ANY (ARRAY['membership'::text, 'invoice'::text]))),
    CONSTRAINT payment_received_refunded_disputed_charged_back_check CHECK (((refunded >= 0) AND (disputed >= 0) AND (charged_back >= 0) AND (((refunded + disputed) + charged_back) <= received))),
    CONSTRAINT payment_state_check CHECK ((state = ANY (ARRAY['started'::text, 'pending'::text, 'succeeded'::text, 'failed'::text, 'refunded'::text, 'charged-back'::text])))
);

CREATE TABLE public.payment_event (
    provider text NOT NULL,
    event_id text NOT NULL,
    kind text NOT NULL,
    payment_id uuid,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT payment_event_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text, 'transfer'::text, 'credit'::text])))
);

CREATE TABLE public.pending_bid (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    lot_id uuid NOT NULL,
    sealed bytea NOT NULL,
    pending_since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    waiting_since timestamp with time zone
);

CREATE TABLE public.photo (
    id uuid NOT NULL,
    vehicle_id uuid NOT NULL,
    "position" integer NOT NULL,
    slot text NOT NULL,
    content_hash bytea,
    source_name text,
    source_kind text,
    state text NOT NULL,
    failure text,
    rotation integer DEFAULT 0 NOT NULL,
    shown_rotation integer DEFAULT 0 NOT NULL,
    shown_name text,
    width integer,
    height integer,
    placeholder text,
    pins jsonb DEFAULT '[]'::jsonb NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    requested_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    claimed_until timestamp with time zone,
    CONSTRAINT photo_rotation_check CHECK ((rotation = ANY (ARRAY[0, 90, 180, 270]))),
    CONSTRAINT photo_shown_rotation_check CHECK ((shown_rotation = ANY (ARRAY[0, 90, 180, 270]))),
    CONSTRAINT photo_slot_check CHECK ((slot = ANY (ARRAY['front-left'::text, 'front'::text, 'front-right'::text, 'right'::text, 'rear-right'::text, 'rear'::text, 'rear-left'::text, 'left'::text, 'interior-front'::text, 'interior-rear'::text, 'dashboard'::text, 'odometer'::text, 'engine'::text, 'boot'::text, 'wheels'::text, 'underbody'::text, 'vin-plate'::text, 'keys'::text, 'documents'::text, 'damage-1'::text, 'damage-2'::text, 'damage-3'::text, 'damage-4'::text, 'damage-5'::text, 'damage-6'::text, 'detail'::text, 'other'::text]))),
    CONSTRAINT photo_source_kind_check CHECK ((source_kind = ANY (ARRAY['jpeg'::text, 'png'::text, 'webp'::text, 'heic'::text, 'master'::text]))),
    CONSTRAINT photo_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text])))
);

CREATE TABLE public.photo_file (
    name text NOT NULL,
    width integer NOT NULL,
    format text NOT NULL,
    storage_name text NOT NULL,
    left_at timestamp with time zone,
    CONSTRAINT photo_file_format_check CHECK ((format = ANY (ARRAY['avif'::text, 'webp'::text, 'jpg'::text])))
);

CREATE TABLE public.purchase_due (
    lot_id uuid NOT NULL,
    bidder_id uuid NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT purchase_due_amount_check CHECK ((amount > 0))
);

CREATE TABLE public.push_subscription (
    id uuid NOT NULL,
    session_id uuid NOT NULL,
    account_id uuid NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.receipt_counter (
    series text NOT NULL,
    year integer NOT NULL,
    last integer NOT NULL,
    CONSTRAINT receipt_counter_series_check CHECK ((series = ANY (ARRAY['R'::text, 'B'::text])))
);

CREATE TABLE public.recovery_code (
    account_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.refund (
    id uuid NOT NULL,
    payment_id uuid NOT NULL,
    amount bigint NOT NULL,
    cause text NOT NULL,
    reason text NOT NULL,
    actor_id uuid,
    state text NOT NULL,
    provider_ref text,
    sent_by text,
    failure text,
    round integer DEFAULT 0 NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    receipt_number text,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    settled_at timestamp with time zone,
    CONSTRAINT refund_amount_check CHECK ((amount > 0)),
    CONSTRAINT refund_cause_check CHECK ((cause = ANY (ARRAY['person'::text, 'rejected'::text, 'surplus'::text, 'cashier'::text]))),
    CONSTRAINT refund_sent_by_check CHECK ((sent_by = ANY (ARRAY['sandbox'::text, 'stripe'::text, 'transfer'::text, 'credit'::text]))),
    CONSTRAINT refund_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'sent'::text, 'by-hand'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE public.saved_search (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    informed boolean NOT NULL,
    alert boolean NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    digest_at timestamp with time zone
);

CREATE TABLE public.saved_search_find (
    search_id uuid NOT NULL,
    lot_id uuid NOT NULL,
    found_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    told boolean DEFAULT false NOT NULL
);

CREATE TABLE public.sealed_ledger (
    lot_id uuid NOT NULL,
    number bigint NOT NULL,
    after_sequence bigint NOT NULL,
    at_ms bigint NOT NULL,
    text text NOT NULL,
    hash bytea NOT NULL,
    bidder_id uuid NOT NULL,
    bid_id uuid NOT NULL,
    sealed bytea NOT NULL
);

CREATE TABLE public.second_factor (
    account_id uuid NOT NULL,
    secret bytea NOT NULL,
    enabled_at timestamp with time zone,
    last_step bigint DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    failed_at timestamp with time zone
);

CREATE TABLE public.server_run (
    id uuid NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    last_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.session (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    cookie_hash bytea,
    user_agent text,
    address text,
    confirmed_at timestamp with time zone,
    support_for uuid,
    support_until timestamp with time zone,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.setting (
    key text NOT NULL,
    value jsonb NOT NULL,
    updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.standing (
    lot_id uuid NOT NULL,
    auction_id uuid NOT NULL,
    "position" integer NOT NULL,
    seller_id uuid,
    terms jsonb NOT NULL,
    auction_kind text NOT NULL,
    status text NOT NULL,
    sequence bigint DEFAULT 0 NOT NULL,
    opens_at_ms bigint,
    closes_at_ms bigint,
    price bigint,
    leader_id uuid,
    leader_paddle integer,
    sealed bytea,
    floor bigint DEFAULT 0 NOT NULL,
    reserve_met boolean DEFAULT false NOT NULL,
    bid_count integer DEFAULT 0 NOT NULL,
    extensions integer DEFAULT 0 NOT NULL,
    last_hash bytea NOT NULL,
    sealed_count bigint DEFAULT 0 NOT NULL,
    sealed_hash bytea,
    negotiation bytea,
    negotiation_due_at_ms bigint,
    CONSTRAINT standing_auction_kind_check CHECK ((auction_kind = ANY (ARRAY['timed'::text, 'live'::text]))),
    CONSTRAINT standing_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'open'::text, 'sold'::text, 'reserve-not-met'::text, 'passed'::text, 'withdrawn'::text])))
)
WITH (fillfactor='50');

CREATE UNLOGGED TABLE public.throttle (
    key bytea NOT NULL,
    tokens double precision NOT NULL,
    at timestamp with time zone NOT NULL,
    taken boolean NOT NULL,
    full_at timestamp with time zone NOT NULL
);

CREATE TABLE public.ticket (
    id uuid NOT NULL,
    reference text NOT NULL,
    account_id uuid,
    name text NOT NULL,
    email text NOT NULL,
    topic text NOT NULL,
    subject text NOT NULL,
    lot_id uuid,
    invoice_id uuid,
    status text DEFAULT 'open'::text NOT NULL,
    priority text DEFAULT 'normal'::text NOT NULL,
    assignee_id uuid,
    opened_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    moved_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    waiting_since timestamp with time zone DEFAULT clock_timestamp(),
    first_answered_at timestamp with time zone,
    closed_at timestamp with time zone,
    merged_into uuid,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT ticket_email_check CHECK ((email = lower(email))),
    CONSTRAINT ticket_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text]))),
    CONSTRAINT ticket_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text]))),
    CONSTRAINT ticket_status_closed_at_check CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
    CONSTRAINT ticket_status_waiting_since_check CHECK (((status = 'open'::text) = (waiting_since IS NOT NULL))),
    CONSTRAINT ticket_topic_check CHECK ((topic = ANY (ARRAY['lot'::text, 'bid'::text, 'payment'::text, 'verification'::text, 'vehicle'::text, 'website'::text, 'other'::text])))
);

CREATE TABLE public.ticket_file (
    id uuid NOT NULL,
    message_id uuid,
    name text NOT NULL,
    type text NOT NULL,
    size integer NOT NULL,
    storage_name text NOT NULL,
    added_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT ticket_file_type_check CHECK ((type = ANY (ARRAY['pdf'::text, 'jpeg'::text, 'png'::text, 'webp'::text])))
);

CREATE TABLE public.ticket_message (
    id uuid NOT NULL,
    ticket_id uuid NOT NULL,
    author text NOT NULL,
    author_id uuid,
    is_note boolean DEFAULT false NOT NULL,
    via text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    digest bytea NOT NULL,
    email_id text,
    CONSTRAINT ticket_message_author_check CHECK ((author = ANY (ARRAY['person'::text, 'team'::text, 'assistant'::text]))),
    CONSTRAINT ticket_message_via_check CHECK ((via = ANY (ARRAY['page'::text, 'email'::text, 'assistant'::text])))
);

CREATE TABLE public.ticket_text (
    message_id uuid NOT NULL,
    text text NOT NULL,
    quoted text
);

CREATE TABLE public.vehicle (
    id uuid NOT NULL,
    year integer NOT NULL,
    make text NOT NULL,
    model text NOT NULL,
    "trim" text,
    body text NOT NULL,
    vin text,
    source text DEFAULT ''::text NOT NULL,
    stock_number text,
    facts jsonb NOT NULL,
    photos jsonb DEFAULT '[]'::jsonb NOT NULL,
    expected_photos jsonb DEFAULT '[]'::jsonb NOT NULL,
    planned_terms jsonb,
    import_key bytea,
    import_hash bytea,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.vehicle_correction (
    id uuid NOT NULL,
    vehicle_id uuid NOT NULL,
    actor_id uuid,
    reason text NOT NULL,
    changes jsonb NOT NULL,
    withdraw_until timestamp with time zone,
    is_material boolean NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.vehicle_document (
    id uuid NOT NULL,
    vehicle_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    size integer NOT NULL,
    content_hash bytea NOT NULL,
    storage_name text NOT NULL,
    added_by uuid,
    added_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT vehicle_document_kind_check CHECK ((kind = ANY (ARRAY['title'::text, 'registration'::text, 'inspection'::text, 'service'::text, 'emissions'::text, 'other'::text]))),
    CONSTRAINT vehicle_document_type_check CHECK ((type = ANY (ARRAY['pdf'::text, 'jpeg'::text, 'png'::text, 'webp'::text])))
);

CREATE TABLE public.vehicle_import (
    id uuid NOT NULL,
    actor_id uuid NOT NULL,
    file_name text NOT NULL,
    file_hash bytea NOT NULL,
    kind text NOT NULL,
    file bytea,
    state text DEFAULT 'reading'::text NOT NULL,
    failure text,
    encoding text,
    header jsonb,
    header_hash bytea,
    mapping jsonb,
    auction_id uuid,
    row_count integer DEFAULT 0 NOT NULL,
    done_count integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT vehicle_import_kind_check CHECK ((kind = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
    CONSTRAINT vehicle_import_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'unreadable'::text, 'ready'::text, 'checking'::text, 'checked'::text, 'running'::text, 'done'::text])))
);

CREATE TABLE public.vehicle_import_mapping (
    header_hash bytea NOT NULL,
    mapping jsonb NOT NULL
);

CREATE TABLE public.vehicle_import_row (
    import_id uuid NOT NULL,
    number integer NOT NULL,
    line integer NOT NULL,
    cells jsonb NOT NULL,
    key bytea,
    stock_number text,
    outcome text,
    notes jsonb DEFAULT '[]'::jsonb NOT NULL,
    vehicle_id uuid,
    CONSTRAINT vehicle_import_row_outcome_check CHECK ((outcome = ANY (ARRAY['fresh'::text, 'changed'::text, 'known'::text, 'faulty'::text])))
);

CREATE TABLE public.verification_case (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    upload_id uuid,
    upload_mac bytea,
    state text NOT NULL,
    note text,
    submitted_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    decided_at timestamp with time zone,
    decided_by uuid,
    delete_files_at timestamp with time zone,
    CONSTRAINT verification_case_kind_check CHECK ((kind = ANY (ARRAY['passport'::text, 'driving-licence'::text, 'national-card'::text]))),
    CONSTRAINT verification_case_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'approved'::text, 'asked-again'::text, 'rejected'::text, 'rejected-finally'::text, 'withdrawn'::text])))
);

CREATE TABLE public.verification_file (
    case_id uuid NOT NULL,
    side text NOT NULL,
    page smallint DEFAULT 1 NOT NULL,
    storage_name text NOT NULL,
    sealed_key bytea NOT NULL,
    bytes integer NOT NULL,
    CONSTRAINT verification_file_page_check CHECK (((page >= 1) AND (page <= 20))),
    CONSTRAINT verification_file_side_check CHECK ((side = ANY (ARRAY['front'::text, 'back'::text])))
);

CREATE TABLE public.watch (
    account_id uuid NOT NULL,
    lot_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

INSERT INTO public.account (id, email, email_confirmed_at, email_claimed_at, password_hash, password_changed_at, second_factor_since, name, phone, country, has_address, role, paddle, account_status, closed_at, bidding_limit, referral_code, referred_by, referred_at, terms_version, demo, created_at, has_paid_membership_fee, verification_status, id_document, verification_note) VALUES ('01a20c25-24d4-7079-8199-97f266c1d42d', 'ada.ghaigcil-ikdk-ngnp-ohpp-pnfimmchdkid@demo.paddock.example', '2026-11-24 06:01:30.580615+00', '2026-11-24 06:01:30.581353+00', 'no password', NULL, NULL, 'Ada', '+1 555 0100', 'US', true, 'member', 101, 'active', NULL, NULL, '01a20c25-24d4-7079-8199-97f266c1d42d', NULL, NULL, 'test', false, '2026-11-24 06:01:30.58143+00', true, 'verified', '{"kind": "passport", "state": "approved", "submittedAt": 1795500090580}', NULL);
INSERT INTO public.account (id, email, email_confirmed_at, email_claimed_at, password_hash, password_changed_at, second_factor_since, name, phone, country, has_address, role, paddle, account_status, closed_at, bidding_limit, referral_code, referred_by, referred_at, terms_version, demo, created_at, has_paid_membership_fee, verification_status, id_document, verification_note) VALUES ('01a20c25-24d8-741f-9d12-7ed17862916f', 'olga.ghaigcil-ikdo-nkhf-pdhi-nedhnomiphmf@demo.paddock.example', '2026-11-24 06:01:30.584945+00', '2026-11-24 06:01:30.585038+00', 'no password', NULL, '2026-11-24 06:01:30.584945+00', 'Olga', '+1 555 0100', 'US', true, 'owner', 103, 'active', NULL, NULL, '01a20c25-24d8-741f-9d12-7ed17862916f', NULL, NULL, 'test', false, '2026-11-24 06:01:30.58504+00', true, 'verified', '{"kind": "passport", "state": "approved", "submittedAt": 1795500090584}', NULL);
INSERT INTO public.account (id, email, email_confirmed_at, email_claimed_at, password_hash, password_changed_at, second_factor_since, name, phone, country, has_address, role, paddle, account_status, closed_at, bidding_limit, referral_code, referred_by, referred_at, terms_version, demo, created_at, has_paid_membership_fee, verification_status, id_document, verification_note) VALUES ('01a20c25-24d7-71db-a8e4-fb02240ba77a', 'boris.ghaigcil-ikdn-nhdb-aoek-fbgiikgbanna@demo.paddock.example', '2026-11-24 06:01:30.583968+00', '2026-11-24 06:01:30.584062+00', 'no password', NULL, NULL, 'Boris', '+1 555 0100', 'US', true, 'member', 102, 'active', NULL, 50000000, '01a20c25-24d7-71db-a8e4-fb02240ba77a', NULL, NULL, 'test', false, '2026-11-24 06:01:30.584064+00', true, 'verified', '{"kind": "passport", "state": "approved", "submittedAt": 1795500090583}', NULL);

INSERT INTO public.app_secret (name, sealed) VALUES ('mac', '\x018c520548500e60a521c7c6aac68691abb26b358d7ea20bfe83740e607968fef097aa279e2e3b309d91e736ae56df34a0b5d4d78cdfa1352beb802c47');

INSERT INTO public.attempt (bid_id, lot_id, bidder_id, fingerprint, at_ms, outcome, answer) VALUES ('4d216638-2a72-481b-ade8-2398b6484149', '01a20c25-24da-7d30-a7bb-52604dbf9e0c', '01a20c25-24d4-7079-8199-97f266c1d42d', '7UgJDnW6Kn/7Js/Qi6cSDI+vuWZnHZEXcSdgIv+jcEc=', 1795500090610, 'accepted', '[1795500090610,2,true,false,10000,12500,4160700090586,false,"none",{"code":"first-bid","price":10000}]');
INSERT INTO public.attempt (bid_id, lot_id, bidder_id, fingerprint, at_ms, outcome, answer) VALUES ('ac0acbfc-d4f8-4132-b18d-ddb6a27d14a5', '01a20c25-24da-7d30-a7bb-52604dbf9e0c', '01a20c25-24d7-71db-a8e4-fb02240ba77a', 'firm 50000', 1795500090632, 'accepted', '[1795500090632,3,false,false,52500,55000,4160700090586,false,"none",{"code":"answered-by-proxy","by":101,"price":52500,"increment":2500,"nextBid":55000}]');
INSERT INTO public.attempt (bid_id, lot_id, bidder_id, fingerprint, at_ms, outcome, answer) VALUES ('f9a7816c-6234-45ca-a877-781fd0f8983e', '01a20c25-2525-7861-885e-e562b61a9f37', '01a20c25-24d7-71db-a8e4-fb02240ba77a', 'buy-now ', 1795500090669, 'accepted', '[1795500090669,3,true,true,250000,255000,1795500090669,false,"none",null]');

INSERT INTO public.auction (id, title, kind, location, description, currency, opens_at, starts_at, ends_at, ended_at, terms, lot_count, published_at, hero_photo, demo, created_at) VALUES ('01a20c25-24d9-7d89-ad8d-5c0f3bf99f8b', 'Thursday auction', 'timed', 'Springfield', '', 'USD', '2026-11-24 05:01:30.586432+00', '2026-11-24 06:00:30.586432+00', NULL, NULL, '{"buyNow": null, "bidUnit": 100, "opensAt": 1795500030586, "reserve": null, "hardEndAt": null, "increments": [[0, 1000], [10000, 2500], [100000, 5000], [500000, 10000], [2500000, 25000], [5000000, 50000], [10000000, 100000]], "lotEveryMs": 60000, "openingBid": 10000, "auctionKind": "timed", "buyNowUntil": "reserve-met", "extensionMs": 120000, "liveStartMs": 30000, "scheduledCloseAt": 4160700090586, "extensionWindowMs": 120000, "outageExtensionMs": 600000}', 0, '2026-11-24 06:01:30.586432+00', NULL, false, '2026-11-24 06:01:30.586532+00');
INSERT INTO public.auction (id, title, kind, location, description, currency, opens_at, starts_at, ends_at, ended_at, terms, lot_count, published_at, hero_photo, demo, created_at) VALUES ('01a20c25-2524-7153-9db4-88fa00ac61d4', 'Thursday auction', 'timed', 'Springfield', '', 'USD', '2026-11-24 05:01:30.661376+00', '2026-11-24 06:00:30.661376+00', NULL, '2026-11-24 06:01:30.669+00', '{"buyNow": 250000, "bidUnit": 100, "opensAt": 1795500030661, "reserve": null, "hardEndAt": null, "increments": [[0, 1000], [10000, 2500], [100000, 5000], [500000, 10000], [2500000, 25000], [5000000, 50000], [10000000, 100000]], "lotEveryMs": 60000, "openingBid": 10000, "auctionKind": "timed", "buyNowUntil": "price-reached", "extensionMs": 120000, "liveStartMs": 30000, "scheduledCloseAt": 4160700090661, "extensionWindowMs": 120000, "outageExtensionMs": 600000}', 0, '2026-11-24 06:01:30.661376+00', NULL, false, '2026-11-24 06:01:30.661461+00');

INSERT INTO public.audit (id, at, actor_id, action, subject_kind, subject_id, before, after, reason) VALUES ('01a20c25-2522-7557-ad35-8da61f01aff7', '2026-11-24 06:01:30.658408+00', '01a20c25-24d8-741f-9d12-7ed17862916f', 'change-account', 'account', '01a20c25-24d7-71db-a8e4-fb02240ba77a', '{"biddingLimit": null, "accountStatus": "active"}', '{"biddingLimit": 50000000, "accountStatus": "active"}', 'Large buyer');

INSERT INTO public.audit_chain ("position", audit_id, hash) VALUES (1, '01a20c25-2522-7557-ad35-8da61f01aff7', '\xdbe8976ceaebf8c5c590f155d6677c14f9afe9f03bdc3c4f6bc67f106266a8de');

INSERT INTO public.catalog_change (lot_id, version) VALUES ('01a20c25-2525-7861-885e-e562b61a9f37', 1);

INSERT INTO public.catalog_version (is_one, version) VALUES (true, 1);

INSERT INTO public.cost_terms (id, hash, terms, created_at) OVERRIDING SYSTEM VALUE VALUES (1, '\x2c5a25d2280d86327ac802aa7f5fb6407dccde9a2dae8e6b78a3201d7ff97220', '{"lateFee": 5000, "premium": [{"from": 0, "basisPoints": 1000}, {"from": 500000, "basisPoints": 800}, {"from": 2500000, "basisPoints": 600}], "storage": {"perDay": 2500, "freeDays": 7}, "taxLabel": "Sales tax", "fixedFees": [{"label": "Documentation", "amount": 7500}, {"label": "Gate", "amount": 4500}], "taxByKind": {"fee": null, "hammer": null, "premium": null, "storage": null, "late-fee": 0}, "taxBasisPoints": 800}', '2026-11-24 06:01:30.589775+00');

INSERT INTO public.delivery (notification_id, channel, state, urgent, tries, next_try_at, useless_at, sent_at, delivered_at, failure, recipient, subject) VALUES ('01a20c25-2564-7463-aafc-e04520d81e43', 'page', 'sent', false, 1, '2026-11-24 06:02:30.849705+00', '2026-11-27 06:01:30.724+00', '2026-11-24 06:01:30.85+00', '2026-11-24 06:01:30.85+00', NULL, NULL, NULL);
INSERT INTO public.delivery (notification_id, channel, state, urgent, tries, next_try_at, useless_at, sent_at, delivered_at, failure, recipient, subject) VALUES ('01a20c25-255c-7c67-aa59-a52390cd1259', 'page', 'sent', false, 1, '2026-11-24 06:02:30.849556+00', '2026-11-27 06:01:30.717+00', '2026-11-24 06:01:30.85+00', '2026-11-24 06:01:30.85+00', NULL, NULL, NULL);
INSERT INTO public.delivery (notification_id, channel, state, urgent, tries, next_try_at, useless_at, sent_at, delivered_at, failure, recipient, subject) VALUES ('01a20c25-255c-7c67-aa59-a52390cd1259', 'push', 'failed', false, 1, '2026-11-24 06:02:30.851472+00', '2026-11-27 06:01:30.717+00', NULL, NULL, 'No browser is subscribed to push messages.', NULL, NULL);
INSERT INTO public.delivery (notification_id, channel, state, urgent, tries, next_try_at, useless_at, sent_at, delivered_at, failure, recipient, subject) VALUES ('01a20c25-2564-7463-aafc-e04520d81e43', 'mail', 'sent', false, 1, '2026-11-24 06:02:30.851474+00', '2026-11-27 06:01:30.724+00', '2026-11-24 06:01:30.853+00', '2026-11-24 06:01:30.878+00', NULL, 'boris.ghaigcil-ikdn-nhdb-aoek-fbgiikgbanna@demo.paddock.example', 'Invoice 2026-000001');
INSERT INTO public.delivery (notification_id, channel, state, urgent, tries, next_try_at, useless_at, sent_at, delivered_at, failure, recipient, subject) VALUES ('01a20c25-255c-7c67-aa59-a52390cd1259', 'mail', 'sent', false, 1, '2026-11-24 06:02:30.851356+00', '2026-11-27 06:01:30.717+00', '2026-11-24 06:01:30.853+00', '2026-11-24 06:01:30.878+00', NULL, 'boris.ghaigcil-ikdn-nhdb-aoek-fbgiikgbanna@demo.paddock.example', 'You won lot 1002, 2010 Kiri Urban');
INSERT INTO public.delivery (notification_id, channel, state, urgent, tries, next_try_at, useless_at, sent_at, delivered_at, failure, recipient, subject) VALUES ('01a20c25-261d-76fd-baaa-ac1d85544c38', 'page', 'sent', false, 1, '2026-11-24 06:02:31.149016+00', '2026-11-27 06:01:30.909+00', '2026-11-24 06:01:31.15+00', '2026-11-24 06:01:31.15+00', NULL, NULL, NULL);
INSERT INTO public.delivery (notification_id, channel, state, urgent, tries, next_try_at, useless_at, sent_at, delivered_at, failure, recipient, subject) VALUES ('01a20c25-262a-7335-8758-11afaa1f151c', 'page', 'sent', false, 1, '2026-11-24 06:02:31.149097+00', '2026-11-27 06:01:30.923+00', '2026-11-24 06:01:31.15+00', '2026-11-24 06:01:31.15+00', NULL, NULL, NULL);
INSERT INTO public.delivery (notification_id, channel, state, urgent, tries, next_try_at, useless_at, sent_at, delivered_at, failure, recipient, subject) VALUES ('01a20c25-262a-7335-8758-11afaa1f151c', 'push', 'failed', false, 1, '2026-11-24 06:02:31.148629+00', '2026-11-27 06:01:30.923+00', NULL, NULL, 'No browser is subscribed to push messages.', NULL, NULL);
INSERT INTO public.delivery (notification_id, channel, state, urgent, tries, next_try_at, useless_at, sent_at, delivered_at, failure, recipient, subject) VALUES ('01a20c25-261d-76fd-baaa-ac1d85544c38', 'mail', 'sent', false, 1, '2026-11-24 06:02:31.14866+00', '2026-11-27 06:01:30.909+00', '2026-11-24 06:01:31.152+00', '2026-11-24 06:01:31.163+00', NULL, 'boris.ghaigcil-ikdn-nhdb-aoek-fbgiikgbanna@demo.paddock.example', 'Invoice 2026-000001 is paid');
INSERT INTO public.delivery (notification_id, channel, state, urgent, tries, next_try_at, useless_at, sent_at, delivered_at, failure, recipient, subject) VALUES ('01a20c25-262a-7335-8758-11afaa1f151c', 'mail', 'sent', false, 1, '2026-11-24 06:02:31.149235+00', '2026-11-27 06:01:30.923+00', '2026-11-24 06:01:31.153+00', '2026-11-24 06:01:31.163+00', NULL, 'ada.ghaigcil-ikdk-ngnp-ohpp-pnfimmchdkid@demo.paddock.example', 'We got your message [T-BSXNSAVS]');

INSERT INTO public.document_counter (series, year, last) VALUES ('invoice', 2026, 1);

INSERT INTO public.document_series (series, last_at) VALUES ('invoice', '2026-11-24 06:01:30.697+00');

INSERT INTO public.invoice (id, number, kind, about_id, account_id, lot_id, lot_number, title, currency, state, lines, net, tax, total, paid, credited, late_fee, late_fee_tax, storage_per_day, storage_tax, storage_from, document, issued_at, due_at, reminded_at, overdue_at, collected_at) VALUES ('01a20c25-254e-7134-b592-03c9bf3555de', '2026-000001', 'sale', NULL, '01a20c25-24d7-71db-a8e4-fb02240ba77a', '01a20c25-2525-7861-885e-e562b61a9f37', 1002, '2010 Kiri Urban', 'USD', 'paid', '[{"tax": 20000, "kind": "hammer", "label": "Hammer price", "amount": 250000, "taxBasisPoints": 800}, {"tax": 2000, "kind": "premium", "label": "Buyer’s premium", "amount": 25000, "taxBasisPoints": 800}, {"tax": 600, "kind": "fee", "label": "Documentation", "amount": 7500, "taxBasisPoints": 800}, {"tax": 360, "kind": "fee", "label": "Gate", "amount": 4500, "taxBasisPoints": 800}]', 287000, 22960, 309960, 309960, 0, 5000, 0, 2500, 800, '2026-12-02 06:00:00+00', '{"net": 287000, "tax": 22960, "kind": "sale", "about": null, "buyer": {"name": "Boris", "email": "boris.ghaigcil-ikdn-nhdb-aoek-fbgiikgbanna@demo.paddock.example", "taxId": "", "paddle": 102, "address": "", "country": "US"}, "dueAt": 1795845599999, "dueOn": "2026-11-27", "lines": [{"tax": 20000, "kind": "hammer", "label": "Hammer price", "amount": 250000, "taxBasisPoints": 800}, {"tax": 2000, "kind": "premium", "label": "Buyer’s premium", "amount": 25000, "taxBasisPoints": 800}, {"tax": 600, "kind": "fee", "label": "Documentation", "amount": 7500, "taxBasisPoints": 800}, {"tax": 360, "kind": "fee", "label": "Gate", "amount": 4500, "taxBasisPoints": 800}], "notes": ["If this invoice isn’t paid by its due date, a late fee of $50.00 is charged, once.", "Storage is free until December 1, 2026. From then on $25.00, plus 8% sales tax is charged for every started day until the vehicle is picked up.", "Nothing else is charged for this purchase."], "taxes": [{"net": 287000, "tax": 22960, "basisPoints": 800}], "total": 309960, "number": "2026-000001", "reason": null, "sample": false, "seller": {"name": "", "brand": "Paddock", "email": "", "phone": "", "taxId": "", "address": "", "registration": ""}, "subject": {"title": "2010 Kiri Urban", "lotNumber": 1002}, "currency": "USD", "issuedAt": 1795500090697, "taxLabel": "Sales tax", "timeZone": "America/Chicago", "suppliedAt": 1795500090669}', '2026-11-24 06:01:30.697+00', '2026-11-28 05:59:59.999+00', NULL, NULL, NULL);

INSERT INTO public.invoice_event (id, invoice_id, at, what, amount, words, "position") OVERRIDING SYSTEM VALUE VALUES ('01a20c25-2555-775e-a952-256f46882194', '01a20c25-254e-7134-b592-03c9bf3555de', '2026-11-24 06:01:30.697+00', 'issued', 309960, NULL, 1);
INSERT INTO public.invoice_event (id, invoice_id, at, what, amount, words, "position") OVERRIDING SYSTEM VALUE VALUES ('01a20c25-260f-7f79-9f37-528b33fc09ce', '01a20c25-254e-7134-b592-03c9bf3555de', '2026-11-24 06:01:30.894+00', 'payment', 309960, 'sandbox', 2);
INSERT INTO public.invoice_event (id, invoice_id, at, what, amount, words, "position") OVERRIDING SYSTEM VALUE VALUES ('01a20c25-2611-72cb-b21f-301cadeecea0', '01a20c25-254e-7134-b592-03c9bf3555de', '2026-11-24 06:01:30.894+00', 'paid', NULL, NULL, 3);

INSERT INTO public.lead_cursor (lot_id, sequence, leader_paddle) VALUES ('01a20c25-24da-7d30-a7bb-52604dbf9e0c', 3, 101);

INSERT INTO public.ledger (lot_id, sequence, at_ms, type, text, hash, bidder_id, bid_id, sealed) VALUES ('01a20c25-24da-7d30-a7bb-52604dbf9e0c', 1, 1795500090610, 'opened', '{"sequence":1,"at":1795500090610,"type":"opened","closesAt":4160700090586}', '\x19befa806553577dbea3441739c7252c4364ce6951c0b10667dc41c9f30c2e29', NULL, NULL, NULL);
INSERT INTO public.ledger (lot_id, sequence, at_ms, type, text, hash, bidder_id, bid_id, sealed) VALUES ('01a20c25-24da-7d30-a7bb-52604dbf9e0c', 2, 1795500090610, 'bid-placed', '{"sequence":2,"at":1795500090610,"type":"bid-placed","paddle":101,"kind":"maximum","price":10000,"leader":101,"reason":{"code":"first-bid","price":10000},"seal":"7488ee2fe0c41b5ff1af6713865317c95e784c684b27a7960ad4b7533e6aebbf"}', '\x61ea6199ddcde8f59f8616aaa77e0d83a624f790f0440c76120363d83bc9eed4', '01a20c25-24d4-7079-8199-97f266c1d42d', '4d216638-2a72-481b-ade8-2398b6484149', '\x01e71ac527cca267782ac9bd00b4e1bc6b414d8db615b93b39772d8bab937cd39d05ff403d54606e3c0779eaa7');
INSERT INTO public.ledger (lot_id, sequence, at_ms, type, text, hash, bidder_id, bid_id, sealed) VALUES ('01a20c25-24da-7d30-a7bb-52604dbf9e0c', 3, 1795500090632, 'bid-placed', '{"sequence":3,"at":1795500090632,"type":"bid-placed","paddle":102,"kind":"firm","amount":50000,"price":52500,"leader":101,"reason":{"code":"answered-by-proxy","by":101,"price":52500,"increment":2500,"nextBid":55000}}', '\x674ff4f53ec6bcf097451f35591c4b6864aa09d9c5a8cafa6dffe2fcd713428a', '01a20c25-24d7-71db-a8e4-fb02240ba77a', 'ac0acbfc-d4f8-4132-b18d-ddb6a27d14a5', NULL);
INSERT INTO public.ledger (lot_id, sequence, at_ms, type, text, hash, bidder_id, bid_id, sealed) VALUES ('01a20c25-2525-7861-885e-e562b61a9f37', 1, 1795500090669, 'opened', '{"sequence":1,"at":1795500090669,"type":"opened","closesAt":4160700090661}', '\x5fcdf0fb9c2ebf5ff4eec00098fd9a470a3625f41488ba57de5a441d6b8bf33e', NULL, NULL, NULL);
INSERT INTO public.ledger (lot_id, sequence, at_ms, type, text, hash, bidder_id, bid_id, sealed) VALUES ('01a20c25-2525-7861-885e-e562b61a9f37', 2, 1795500090669, 'bought-now', '{"sequence":2,"at":1795500090669,"type":"bought-now","paddle":102,"price":250000}', '\x98283ca581c82b37c5ab61c33989ee7aac3413e37b97d89e2b25bb19d7efe6cb', '01a20c25-24d7-71db-a8e4-fb02240ba77a', 'f9a7816c-6234-45ca-a877-781fd0f8983e', NULL);
INSERT INTO public.ledger (lot_id, sequence, at_ms, type, text, hash, bidder_id, bid_id, sealed) VALUES ('01a20c25-2525-7861-885e-e562b61a9f37', 3, 1795500090669, 'closed', '{"sequence":3,"at":1795500090669,"type":"closed","outcome":"sold","price":250000,"leader":102,"sealed":{"count":0,"head":"c250c13c433183317c0403ae6626a9048d288e97e8bc3f2b6dcd18b330bf9cfd"}}', '\x161b073d3b594bb7010246cc12b14f617da89bc481759ded38a2f474bcd58a73', NULL, NULL, NULL);

INSERT INTO public.lot (id, lot_number, auction_id, vehicle_id, "position", title, seller_id, opening_bid, reserve, buy_now, cost_terms_id, opens_at, scheduled_close_at, due_at, published_at, closed_at, outcome, created_at) VALUES ('01a20c25-24da-7d30-a7bb-52604dbf9e0c', 1001, '01a20c25-24d9-7d89-ad8d-5c0f3bf99f8b', '01a20c25-24da-7d39-ba83-fc4f1112ab3c', 1, '2010 Kiri Urban', NULL, 10000, NULL, NULL, 1, NULL, NULL, '2026-11-24 06:01:30.590193+00', '2026-11-24 06:01:30.590106+00', NULL, NULL, '2026-11-24 06:01:30.590193+00');
INSERT INTO public.lot (id, lot_number, auction_id, vehicle_id, "position", title, seller_id, opening_bid, reserve, buy_now, cost_terms_id, opens_at, scheduled_close_at, due_at, published_at, closed_at, outcome, created_at) VALUES ('01a20c25-2525-7861-885e-e562b61a9f37', 1002, '01a20c25-2524-7153-9db4-88fa00ac61d4', '01a20c25-2525-7fac-ada3-4b0c6279f552', 1, '2010 Kiri Urban', NULL, 10000, NULL, 250000, 1, NULL, NULL, '2026-11-24 06:01:30.664141+00', '2026-11-24 06:01:30.664063+00', '2026-11-24 06:01:30.669+00', 'sold', '2026-11-24 06:01:30.664141+00');

INSERT INTO public.lot_question (id, lot_id, account_id, text, asked_at, answer, answered_at, answered_by, hidden_at, hidden_reason, version) VALUES ('e4deb702-1401-4f8d-b97c-5b57968396b3', '01a20c25-24da-7d30-a7bb-52604dbf9e0c', '01a20c25-24d7-71db-a8e4-fb02240ba77a', 'Does the heater work?', '2026-11-24 06:01:30.646636+00', NULL, NULL, NULL, NULL, NULL, 1);

INSERT INTO public.migration (name, checksum, at) VALUES ('0001_platform.sql', 'b416b7d3e061f61c640b3ad00b73675270fe6fc5871c493948fc30d8633956bf', '2026-11-24 06:01:30.140398+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0002_accounts.sql', '8a6696484c98a8da5b71dece1ed174f1cba25e721527d6ffd0715a0b888f4537', '2026-11-24 06:01:30.150177+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0003_membership.sql', '39ee4630db2a8e4c235db6e632eec2bcf7002e5603f4795fce6409c8894124a5', '2026-11-24 06:01:30.161365+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0004_payments.sql', '57831067a713bfa52e732a6d6788d74179200f3976e9159a4c1c2099c16111f0', '2026-11-24 06:01:30.162594+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0005_verification.sql', 'cbe19fc0659d2efc0aef76a9fe93641b36a7083991a20d0b28604e8f4bf701d8', '2026-11-24 06:01:30.18096+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0006_auctions.sql', '31f0bcb09d832562c5cb77184d59d520ce24c7b1d084a9a245f46b0f7769da20', '2026-11-24 06:01:30.185793+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0007_lots.sql', '48604ff11e3f8e67b7471e0daa1953e0d2d8ceea3493fced9cf96821d17e2d45', '2026-11-24 06:01:30.187857+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0008_bidding.sql', 'b26b1fbccfd15e5f61294e5b886d1266c0c556d2f2e019ee34f0eeeee309e90b', '2026-11-24 06:01:30.210561+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0009_catalog.sql', '2147bbe3bf8d0b95a0f89c84c5932b670a249915f2c44240bd0179d989818527', '2026-11-24 06:01:30.219979+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0010_calendar.sql', '3feb2a919dd414834bb016df7f8ca8c4f7abb6a4bcf0464602fcae8d785192a4', '2026-11-24 06:01:30.224039+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0011_invoices.sql', '32083eea47a18cea0b3bf5c536007dd77f6c5409838a08d427ae555a5bad9f1e', '2026-11-24 06:01:30.228162+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0012_notifications.sql', '78730633f55e36d0f665a962662b925ebc63b4b376a51ba71f69f9996e7e7589', '2026-11-24 06:01:30.238243+00');
INSERT INTO public.migration (name, checksum, at) VALUES ('0013_support.sql', 'dce8dfac875121e5fa7192eabb358d8973f9d8914b018aa657dfa57b45e1811b', '2026-11-24 06:01:30.248569+00');

INSERT INTO public.money_entry (transfer_id, line, account, amount, currency) VALUES ('01a20c25-2553-7dfd-a86f-39bee3bc5a0f', 1, 'receivable:01a20c25-24d7-71db-a8e4-fb02240ba77a', 309960, 'USD');
INSERT INTO public.money_entry (transfer_id, line, account, amount, currency) VALUES ('01a20c25-2553-7dfd-a86f-39bee3bc5a0f', 2, 'owed:sellers', -250000, 'USD');
INSERT INTO public.money_entry (transfer_id, line, account, amount, currency) VALUES ('01a20c25-2553-7dfd-a86f-39bee3bc5a0f', 3, 'owed:tax', -22960, 'USD');
INSERT INTO public.money_entry (transfer_id, line, account, amount, currency) VALUES ('01a20c25-2553-7dfd-a86f-39bee3bc5a0f', 4, 'income:auctions', -37000, 'USD');
INSERT INTO public.money_entry (transfer_id, line, account, amount, currency) VALUES ('01a20c25-2612-749b-8d93-db5437c447c5', 1, 'provider:sandbox', 309960, 'USD');
INSERT INTO public.money_entry (transfer_id, line, account, amount, currency) VALUES ('01a20c25-2612-749b-8d93-db5437c447c5', 2, 'receivable:01a20c25-24d7-71db-a8e4-fb02240ba77a', -309960, 'USD');

INSERT INTO public.money_transfer (id, payment_id, memo, key, at) VALUES ('01a20c25-2553-7dfd-a86f-39bee3bc5a0f', NULL, 'Invoice issued', NULL, '2026-11-24 06:01:30.708124+00');
INSERT INTO public.money_transfer (id, payment_id, memo, key, at) VALUES ('01a20c25-2612-749b-8d93-db5437c447c5', '01a20c25-2605-7657-b490-42c764d41bc1', 'Invoice', 'payment:01a20c25-2605-7657-b490-42c764d41bc1', '2026-11-24 06:01:30.898466+00');

INSERT INTO public.notification (id, account_id, kind, key, sealed, in_page, read_at, request_id, created_at) VALUES ('01a20c25-255c-7c67-aa59-a52390cd1259', '01a20c25-24d7-71db-a8e4-fb02240ba77a', 'won', 'won:01a20c25-2525-7861-885e-e562b61a9f37', '\x01694c25d2efb203ec52b9e075ee9299dd87fa3b0c93278062696a67cecca6bcd0ebd22396b92b44ee2281efd9e11a713514f01920c2b817b54e2e4abf808a26f90eb1025ec39c9d7c5eec4fa5a2c404e74cd8a1fb7175f19940895a396466af3c47989fc9b7f2952bfb3373bdd1e621b7248d82d7e28db77308b9d7f662e6807852b1fb5329aecea45186203808da011f0f35bf2f3bc6f7be5418ed1d847289ea4f66fa0518348576d7e167029bfe4f0aba3a6f7b9557cc5b3b3552b1009e69f26dd93e1d37ff334aa28c7ea8adc4ebbf2d82bc689270a75b403c00442af5edd1d4869fa063f01a10e342d44b9e63463aff752ec2b72ccac7ee2314f9ec221a0474c4866eb0b3761000b172b0ebb9fd6a74b7f25dc8d4d9ef2250ff2e361855dd43d376bbdcc4612f1d1d848dfd6819cfad29813719b9', true, NULL, NULL, '2026-11-24 06:01:30.717615+00');
INSERT INTO public.notification (id, account_id, kind, key, sealed, in_page, read_at, request_id, created_at) VALUES ('01a20c25-2564-7463-aafc-e04520d81e43', '01a20c25-24d7-71db-a8e4-fb02240ba77a', 'invoice', 'invoice:01a20c25-254e-7134-b592-03c9bf3555de', '\x01dabc90bcbeb4be6c8c2ef63c6ccd7cde14a054ea48dd164aa2920dc733aca651c3ad022e8e3a2c0553c78e48e2506be7678f290c12bbbfdcd9bd2d612ecd7ef48fdcd47e42f98b4712f3e7bb0a96b97fdfe55f7c5432bbaecb86312e48e7a5d135ebab984f3f477b011336d15977b08e69b280ba5ae9f58379906f5857e272e2d406c1e4da048fee7d440d77424450b026b2dc760edef027773df09ceb4c23de5d9ec3770e3a7ec481e7320ee4107b4b59344433017e14615d53064687c29c7fa6617acd76e0', true, NULL, NULL, '2026-11-24 06:01:30.724506+00');
INSERT INTO public.notification (id, account_id, kind, key, sealed, in_page, read_at, request_id, created_at) VALUES ('01a20c25-261d-76fd-baaa-ac1d85544c38', '01a20c25-24d7-71db-a8e4-fb02240ba77a', 'invoice-paid', 'invoice-paid:01a20c25-254e-7134-b592-03c9bf3555de', '\x01e2f74677aaa57d8774741360f96accf7791e250e7bb54db4e8e88c72806f777be5bfc366554e76a4939495b20c1c4cbdbcd3492be11b62700592891c6f183d18856a19059da173639c4b5abc589a6cc7ae2d92f56dc50bea0cf36f1e8767c782018db623d52257e7cfcdf47a66a8e5b67cc26262372a3a70f1a714eed0a64d127649ea395045f5a028db29e0b63fea954277ce49453b5f81d5692c', true, NULL, '58cddd5b-bc9b-4146-813a-e6430bbb8c17', '2026-11-24 06:01:30.910273+00');
INSERT INTO public.notification (id, account_id, kind, key, sealed, in_page, read_at, request_id, created_at) VALUES ('01a20c25-262a-7335-8758-11afaa1f151c', '01a20c25-24d4-7079-8199-97f266c1d42d', 'ticket-reply', 'ticket-received:2d3cf3db-0497-4230-bb09-66263b4518bf', '\x01038c4420575a2e3e52f19201de7ad5b8b5d0c98a7a574e344c229272597266e135346cd97862854f85bbce33ac6ddd2fb13d7ea5f43d7072c8af1adc645f6f09ec6958e78fb17f527b6f12a7968f268819932932f8def510f953f3fbe919d43abd2ad214b0f07998635abc13349816ab13bd0760bdc35b41d1ee9295225d8b2d53c28044a7df58f6b92bb8c2677f68cbbf315bc08be00a387d8723c27c4fadfccd8f7f894328f3652d897474ac24412adc8485fcd03a1cc073ffe671b54ca702b148fa31e7e69bad194645756b050469c1cfb70155e814579f30', true, NULL, 'aa8f0e13-2906-4275-8221-2c5c63285942', '2026-11-24 06:01:30.923561+00');

INSERT INTO public.participation (bidder_id, lot_id, first_at_ms) VALUES ('01a20c25-24d4-7079-8199-97f266c1d42d', '01a20c25-24da-7d30-a7bb-52604dbf9e0c', 1795500090610);
INSERT INTO public.participation (bidder_id, lot_id, first_at_ms) VALUES ('01a20c25-24d7-71db-a8e4-fb02240ba77a', '01a20c25-24da-7d30-a7bb-52604dbf9e0c', 1795500090632);
INSERT INTO public.participation (bidder_id, lot_id, first_at_ms) VALUES ('01a20c25-24d7-71db-a8e4-fb02240ba77a', '01a20c25-2525-7861-885e-e562b61a9f37', 1795500090669);

INSERT INTO public.payment (id, account_id, idempotency_key, purpose, subject_id, amount, currency, provider, provider_ref, pay_url, reference, state, failure, received, refunded, disputed, charged_back, receipt_number, settles_at, asked_at, card_noted_at, created_at, settled_at, undone_at) VALUES ('01a20c25-2605-7657-b490-42c764d41bc1', '01a20c25-24d7-71db-a8e4-fb02240ba77a', 'bb06a89d-8cdb-4865-8cd3-0ac05ef2b3ab', 'invoice', '01a20c25-254e-7134-b592-03c9bf3555de', 309960, 'USD', 'sandbox', NULL, NULL, NULL, 'succeeded', NULL, 309960, 0, 0, 0, 'R-2026-000001', NULL, NULL, NULL, '2026-11-24 06:01:30.885795+00', '2026-11-24 06:01:30.900313+00', NULL);

INSERT INTO public.receipt_counter (series, year, last) VALUES ('R', 2026, 1);

INSERT INTO public.saved_search (id, account_id, name, query, informed, alert, created_at, digest_at) VALUES ('01a20c25-251b-77f9-8bd0-68ff5b98ffa0', '01a20c25-24d7-71db-a8e4-fb02240ba77a', 'Small SUVs', 'body=suv', true, true, '2026-11-24 06:01:30.65182+00', NULL);

INSERT INTO public.server_run (id, started_at, last_at) VALUES ('01a20c25-24b4-7f2a-8b36-6a142dafbf41', '2026-11-24 06:01:30.564097+00', '2026-11-24 06:01:31.187979+00');

INSERT INTO public.session (id, account_id, token_hash, cookie_hash, user_agent, address, confirmed_at, support_for, support_until, created_at, last_seen_at, expires_at) VALUES ('01a20c25-24d6-7f30-abbc-06c88e929ff7', '01a20c25-24d4-7079-8199-97f266c1d42d', '\xa4d68ade52c3dc55f566ab9117068d96a2e37072bad668f3afdbd51e87561c60', NULL, NULL, NULL, '2026-11-24 06:01:30.583207+00', NULL, NULL, '2026-11-24 06:01:30.583207+00', '2026-11-24 06:01:30.583207+00', '2099-01-01 00:00:00+00');
INSERT INTO public.session (id, account_id, token_hash, cookie_hash, user_agent, address, confirmed_at, support_for, support_until, created_at, last_seen_at, expires_at) VALUES ('01a20c25-24d8-77ec-a669-fd7914b69a7a', '01a20c25-24d7-71db-a8e4-fb02240ba77a', '\xaf47e6e7c5f78a7fe2285129fd3ca797208768031f3d772b8735e193b6475fbb', NULL, NULL, NULL, '2026-11-24 06:01:30.58447+00', NULL, NULL, '2026-11-24 06:01:30.58447+00', '2026-11-24 06:01:30.58447+00', '2099-01-01 00:00:00+00');
INSERT INTO public.session (id, account_id, token_hash, cookie_hash, user_agent, address, confirmed_at, support_for, support_until, created_at, last_seen_at, expires_at) VALUES ('01a20c25-24d9-7e15-8486-a9e727ff0d85', '01a20c25-24d8-741f-9d12-7ed17862916f', '\xb987b2929eb74f0894998330b938aa25e7110ff63dfb6bb46a047b714db8132c', NULL, NULL, NULL, '2026-11-24 06:01:30.585379+00', NULL, NULL, '2026-11-24 06:01:30.585379+00', '2026-11-24 06:01:30.585379+00', '2099-01-01 00:00:00+00');

INSERT INTO public.standing (lot_id, auction_id, "position", seller_id, terms, auction_kind, status, sequence, opens_at_ms, closes_at_ms, price, leader_id, leader_paddle, sealed, floor, reserve_met, bid_count, extensions, last_hash, sealed_count, sealed_hash, negotiation, negotiation_due_at_ms) VALUES ('01a20c25-24da-7d30-a7bb-52604dbf9e0c', '01a20c25-24d9-7d89-ad8d-5c0f3bf99f8b', 1, NULL, '{"buyNow": null, "bidUnit": 100, "opensAt": 1795500030586, "reserve": null, "hardEndAt": null, "increments": [[0, 1000], [10000, 2500], [100000, 5000], [500000, 10000], [2500000, 25000], [5000000, 50000], [10000000, 100000]], "openingBid": 10000, "auctionKind": "timed", "buyNowUntil": "reserve-met", "extensionMs": 120000, "liveStartMs": 30000, "scheduledCloseAt": 4160700090586, "extensionWindowMs": 120000, "outageExtensionMs": 600000}', 'timed', 'open', 3, 1795500030586, 4160700090586, 52500, '01a20c25-24d4-7079-8199-97f266c1d42d', 101, '\x01c7beeca4447d634db6da6292f54fdf911d55c88a2d1b4562b476e5c8522c7643f7a4b071952ca2', 0, false, 2, 0, '\x674ff4f53ec6bcf097451f35591c4b6864aa09d9c5a8cafa6dffe2fcd713428a', 0, '\xc546ee02614aafdd7b13563b6f180111d8cb22b5745c5aad1521390681746dcd', NULL, NULL);
INSERT INTO public.standing (lot_id, auction_id, "position", seller_id, terms, auction_kind, status, sequence, opens_at_ms, closes_at_ms, price, leader_id, leader_paddle, sealed, floor, reserve_met, bid_count, extensions, last_hash, sealed_count, sealed_hash, negotiation, negotiation_due_at_ms) VALUES ('01a20c25-2525-7861-885e-e562b61a9f37', '01a20c25-2524-7153-9db4-88fa00ac61d4', 1, NULL, '{"buyNow": 250000, "bidUnit": 100, "opensAt": 1795500030661, "reserve": null, "hardEndAt": null, "increments": [[0, 1000], [10000, 2500], [100000, 5000], [500000, 10000], [2500000, 25000], [5000000, 50000], [10000000, 100000]], "openingBid": 10000, "auctionKind": "timed", "buyNowUntil": "price-reached", "extensionMs": 120000, "liveStartMs": 30000, "scheduledCloseAt": 4160700090661, "extensionWindowMs": 120000, "outageExtensionMs": 600000}', 'timed', 'sold', 3, 1795500030661, 1795500090669, 250000, '01a20c25-24d7-71db-a8e4-fb02240ba77a', 102, '\x01e9bf98e1e6bebac6b62e9ceeefb5bd015bf8aa1073a25fae470bf7ddd9796cd9df7d9f', 250000, true, 0, 0, '\x161b073d3b594bb7010246cc12b14f617da89bc481759ded38a2f474bcd58a73', 0, '\xc250c13c433183317c0403ae6626a9048d288e97e8bc3f2b6dcd18b330bf9cfd', NULL, NULL);

INSERT INTO public.ticket (id, reference, account_id, name, email, topic, subject, lot_id, invoice_id, status, priority, assignee_id, opened_at, moved_at, waiting_since, first_answered_at, closed_at, merged_into, version) VALUES ('2d3cf3db-0497-4230-bb09-66263b4518bf', 'T-BSXNSAVS', '01a20c25-24d4-7079-8199-97f266c1d42d', 'Ada', 'ada.ghaigcil-ikdk-ngnp-ohpp-pnfimmchdkid@demo.paddock.example', 'lot', 'Viewing', NULL, NULL, 'open', 'normal', NULL, '2026-11-24 06:01:30.914331+00', '2026-11-24 06:01:30.914331+00', '2026-11-24 06:01:30.914331+00', NULL, NULL, NULL, 1);

INSERT INTO public.ticket_message (id, ticket_id, author, author_id, is_note, via, at, digest, email_id) VALUES ('01a20c25-2624-757c-a8c9-a2a845636c0b', '2d3cf3db-0497-4230-bb09-66263b4518bf', 'person', NULL, false, 'page', '2026-11-24 06:01:30.9166+00', '\x56f0b91f363d193bc4f96fb0f77fe928edaca400932a84d62fd33cbb4924889a', NULL);

INSERT INTO public.ticket_text (message_id, text, quoted) VALUES ('01a20c25-2624-757c-a8c9-a2a845636c0b', 'May I see the car on Friday?', NULL);

INSERT INTO public.vehicle (id, year, make, model, "trim", body, vin, source, stock_number, facts, photos, expected_photos, planned_terms, import_key, import_hash, version, created_at, updated_at) VALUES ('01a20c25-24da-7d39-ba83-fc4f1112ab3c', 2010, 'Kiri', 'Urban', NULL, 'suv', NULL, '', NULL, '{"fuel": "petrol", "keys": "present", "drive": "all", "flaws": ["Stone chips on the bonnet"], "colour": "grey", "engine": "2.0 gasoline", "gearbox": "automatic", "location": "Springfield", "odometer": {"unit": "mi", "value": 98611, "status": "actual"}, "runState": "drives", "damageMap": [], "equipment": ["Tow bar"], "highlights": ["Full service history"], "inspection": {"by": "Northgate Inspections", "day": "2026-11-02"}, "sellerKind": "dealer", "titleBrand": "clean", "damagePrimary": null, "conditionReport": "Runs well; the clutch bites high.", "damageSecondary": null}', '[]', '[]', NULL, NULL, NULL, 1, '2026-11-24 06:01:30.587907+00', '2026-11-24 06:01:30.587907+00');
INSERT INTO public.vehicle (id, year, make, model, "trim", body, vin, source, stock_number, facts, photos, expected_photos, planned_terms, import_key, import_hash, version, created_at, updated_at) VALUES ('01a20c25-2525-7fac-ada3-4b0c6279f552', 2010, 'Kiri', 'Urban', NULL, 'suv', NULL, '', NULL, '{"fuel": "petrol", "keys": "present", "drive": "all", "flaws": ["Stone chips on the bonnet"], "colour": "grey", "engine": "2.0 gasoline", "gearbox": "automatic", "location": "Springfield", "odometer": {"unit": "mi", "value": 98611, "status": "actual"}, "runState": "drives", "damageMap": [], "equipment": ["Tow bar"], "highlights": ["Full service history"], "inspection": {"by": "Northgate Inspections", "day": "2026-11-02"}, "sellerKind": "dealer", "titleBrand": "clean", "damagePrimary": null, "conditionReport": "Runs well; the clutch bites high.", "damageSecondary": null}', '[]', '[]', NULL, NULL, NULL, 1, '2026-11-24 06:01:30.661928+00', '2026-11-24 06:01:30.661928+00');

INSERT INTO public.watch (account_id, lot_id, created_at) VALUES ('01a20c25-24d7-71db-a8e4-fb02240ba77a', '01a20c25-24da-7d30-a7bb-52604dbf9e0c', '2026-11-24 06:01:30.640583+00');

SELECT pg_catalog.setval('public.cost_terms_id_seq', 1, true);

SELECT pg_catalog.setval('public.invoice_event_position_seq', 3, true);

SELECT pg_catalog.setval('public.lot_number', 1002, true);

SELECT pg_catalog.setval('public.paddle_number', 103, true);

ALTER TABLE ONLY public.account_address
    ADD CONSTRAINT account_address_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_identifier
    ADD CONSTRAINT account_identifier_pkey PRIMARY KEY (account_id, kind, hash);

ALTER TABLE ONLY public.account_link
    ADD CONSTRAINT account_link_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_link
    ADD CONSTRAINT account_link_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.account_note
    ADD CONSTRAINT account_note_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_paddle_key UNIQUE (paddle);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_referral_code_key UNIQUE (referral_code);

ALTER TABLE ONLY public.answer_use
    ADD CONSTRAINT answer_use_pkey PRIMARY KEY (notification_id);

ALTER TABLE ONLY public.app_secret
    ADD CONSTRAINT app_secret_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.attempt
    ADD CONSTRAINT attempt_pkey PRIMARY KEY (bid_id);

ALTER TABLE ONLY public.auction
    ADD CONSTRAINT auction_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_chain
    ADD CONSTRAINT audit_chain_audit_id_key UNIQUE (audit_id);

ALTER TABLE ONLY public.audit_chain
    ADD CONSTRAINT audit_chain_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_import
    ADD CONSTRAINT bank_import_file_hash_key UNIQUE (file_hash);

ALTER TABLE ONLY public.bank_import_part
    ADD CONSTRAINT bank_import_part_pkey PRIMARY KEY (import_id, number);

ALTER TABLE ONLY public.bank_import
    ADD CONSTRAINT bank_import_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_line
    ADD CONSTRAINT bank_line_fingerprint_key UNIQUE (fingerprint);

ALTER TABLE ONLY public.bank_line
    ADD CONSTRAINT bank_line_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_mapping
    ADD CONSTRAINT bank_mapping_pkey PRIMARY KEY (header_hash);

ALTER TABLE ONLY public.buyer_tax_id
    ADD CONSTRAINT buyer_tax_id_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.calendar_event
    ADD CONSTRAINT calendar_event_pkey PRIMARY KEY (kind, subject_id);

ALTER TABLE ONLY public.calendar_feed
    ADD CONSTRAINT calendar_feed_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.calendar_feed
    ADD CONSTRAINT calendar_feed_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.calendar_told
    ADD CONSTRAINT calendar_told_pkey PRIMARY KEY (account_id, kind, subject_id);

ALTER TABLE ONLY public.canned_answer
    ADD CONSTRAINT canned_answer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.canned_answer
    ADD CONSTRAINT canned_answer_title_key UNIQUE (title);

ALTER TABLE ONLY public.catalog_change
    ADD CONSTRAINT catalog_change_pkey PRIMARY KEY (lot_id);

ALTER TABLE ONLY public.catalog_version
    ADD CONSTRAINT catalog_version_pkey PRIMARY KEY (is_one);

ALTER TABLE ONLY public.cost_terms
    ADD CONSTRAINT cost_terms_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.cost_terms
    ADD CONSTRAINT cost_terms_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.credit_note
    ADD CONSTRAINT credit_note_number_key UNIQUE (number);

ALTER TABLE ONLY public.credit_note
    ADD CONSTRAINT credit_note_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (notification_id, channel);

ALTER TABLE ONLY public.dispute
    ADD CONSTRAINT dispute_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispute
    ADD CONSTRAINT dispute_provider_ref_key UNIQUE (provider_ref);

ALTER TABLE ONLY public.document_counter
    ADD CONSTRAINT document_counter_pkey PRIMARY KEY (series, year);

ALTER TABLE ONLY public.document_series
    ADD CONSTRAINT document_series_pkey PRIMARY KEY (series);

ALTER TABLE ONLY public.ending_told
    ADD CONSTRAINT ending_told_pkey PRIMARY KEY (lot_id);

ALTER TABLE ONLY public.halt
    ADD CONSTRAINT halt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.halted_lot
    ADD CONSTRAINT halted_lot_pkey PRIMARY KEY (halt_id, lot_id);

ALTER TABLE ONLY public.invoice_event
    ADD CONSTRAINT invoice_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_number_key UNIQUE (number);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.lead_cursor
    ADD CONSTRAINT lead_cursor_pkey PRIMARY KEY (lot_id);

ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (lot_id, sequence);

ALTER TABLE ONLY public.lot
    ADD CONSTRAINT lot_auction_id_position_key UNIQUE (auction_id, "position");

ALTER TABLE ONLY public.lot
    ADD CONSTRAINT lot_lot_number_key UNIQUE (lot_number);

ALTER TABLE ONLY public.lot
    ADD CONSTRAINT lot_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.lot_question
    ADD CONSTRAINT lot_question_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.money_entry
    ADD CONSTRAINT money_entry_pkey PRIMARY KEY (transfer_id, line);

ALTER TABLE ONLY public.money_transfer
    ADD CONSTRAINT money_transfer_key_key UNIQUE (key);

ALTER TABLE ONLY public.money_transfer
    ADD CONSTRAINT money_transfer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notification_choice
    ADD CONSTRAINT notification_choice_pkey PRIMARY KEY (account_id, kind);

ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_key_key UNIQUE (key);

ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbid_wait
    ADD CONSTRAINT outbid_wait_pkey PRIMARY KEY (lot_id, account_id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.participation
    ADD CONSTRAINT participation_pkey PRIMARY KEY (bidder_id, lot_id);

ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_account_id_idempotency_key_key UNIQUE (account_id, idempotency_key);

ALTER TABLE ONLY public.payment_event
    ADD CONSTRAINT payment_event_pkey PRIMARY KEY (provider, event_id);

ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_receipt_number_key UNIQUE (receipt_number);

ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_reference_key UNIQUE (reference);

ALTER TABLE ONLY public.pending_bid
    ADD CONSTRAINT pending_bid_account_id_lot_id_key UNIQUE (account_id, lot_id);

ALTER TABLE ONLY public.pending_bid
    ADD CONSTRAINT pending_bid_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.photo_file
    ADD CONSTRAINT photo_file_pkey PRIMARY KEY (name, format, width);

ALTER TABLE ONLY public.photo
    ADD CONSTRAINT photo_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.purchase_due
    ADD CONSTRAINT purchase_due_pkey PRIMARY KEY (lot_id);

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint);

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.receipt_counter
    ADD CONSTRAINT receipt_counter_pkey PRIMARY KEY (series, year);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (account_id, code_hash);

ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_receipt_number_key UNIQUE (receipt_number);

ALTER TABLE ONLY public.saved_search_find
    ADD CONSTRAINT saved_search_find_pkey PRIMARY KEY (search_id, lot_id);

ALTER TABLE ONLY public.saved_search
    ADD CONSTRAINT saved_search_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sealed_ledger
    ADD CONSTRAINT sealed_ledger_pkey PRIMARY KEY (lot_id, number);

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.server_run
    ADD CONSTRAINT server_run_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.standing
    ADD CONSTRAINT standing_pkey PRIMARY KEY (lot_id);

ALTER TABLE ONLY public.throttle
    ADD CONSTRAINT throttle_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.ticket_file
    ADD CONSTRAINT ticket_file_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket_file
    ADD CONSTRAINT ticket_file_storage_name_key UNIQUE (storage_name);

ALTER TABLE ONLY public.ticket_message
    ADD CONSTRAINT ticket_message_email_id_key UNIQUE (email_id);

ALTER TABLE ONLY public.ticket_message
    ADD CONSTRAINT ticket_message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket
    ADD CONSTRAINT ticket_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket
    ADD CONSTRAINT ticket_reference_key UNIQUE (reference);

ALTER TABLE ONLY public.ticket_text
    ADD CONSTRAINT ticket_text_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.vehicle_correction
    ADD CONSTRAINT vehicle_correction_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.vehicle_document
    ADD CONSTRAINT vehicle_document_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.vehicle_document
    ADD CONSTRAINT vehicle_document_storage_name_key UNIQUE (storage_name);

ALTER TABLE ONLY public.vehicle_document
    ADD CONSTRAINT vehicle_document_vehicle_id_content_hash_key UNIQUE (vehicle_id, content_hash);

ALTER TABLE ONLY public.vehicle_import
    ADD CONSTRAINT vehicle_import_file_hash_key UNIQUE (file_hash);

ALTER TABLE ONLY public.vehicle
    ADD CONSTRAINT vehicle_import_key_key UNIQUE (import_key);

ALTER TABLE ONLY public.vehicle_import_mapping
    ADD CONSTRAINT vehicle_import_mapping_pkey PRIMARY KEY (header_hash);

ALTER TABLE ONLY public.vehicle_import
    ADD CONSTRAINT vehicle_import_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.vehicle_import_row
    ADD CONSTRAINT vehicle_import_row_pkey PRIMARY KEY (import_id, number);

ALTER TABLE ONLY public.vehicle
    ADD CONSTRAINT vehicle_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.verification_case
    ADD CONSTRAINT verification_case_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.verification_file
    ADD CONSTRAINT verification_file_pkey PRIMARY KEY (case_id, side, page);

ALTER TABLE ONLY public.verification_file
    ADD CONSTRAINT verification_file_storage_name_key UNIQUE (storage_name);

ALTER TABLE ONLY public.watch
    ADD CONSTRAINT watch_pkey PRIMARY KEY (account_id, lot_id);

CREATE INDEX account_address_account_id_idx ON public.account_address USING btree (account_id);

CREATE UNIQUE INDEX account_address_account_id_key ON public.account_address USING btree (account_id) WHERE for_invoices;

CREATE INDEX account_email_claimed_at_idx ON public.account USING btree (email_claimed_at) WHERE ((email_confirmed_at IS NULL) AND (account_status <> 'closed'::text) AND (role = 'member'::text));

CREATE INDEX account_email_idx ON public.account USING btree (email) WHERE (email_confirmed_at IS NULL);

CREATE UNIQUE INDEX account_email_key ON public.account USING btree (email) WHERE (email_confirmed_at IS NOT NULL);

CREATE INDEX account_identifier_kind_hash_idx ON public.account_identifier USING btree (kind, hash);

CREATE INDEX account_link_account_id_purpose_created_at_idx ON public.account_link USING btree (account_id, purpose, created_at DESC);

CREATE INDEX account_note_account_id_at_idx ON public.account_note USING btree (account_id, at DESC);

CREATE INDEX account_referred_by_idx ON public.account USING btree (referred_by) WHERE (referred_by IS NOT NULL);

CREATE INDEX attempt_bidder_id_at_ms_idx ON public.attempt USING btree (bidder_id, at_ms) WHERE (outcome <> 'accepted'::text);

CREATE INDEX auction_starts_at_idx ON public.auction USING btree (starts_at);

CREATE INDEX audit_actor_id_at_idx ON public.audit USING btree (actor_id, at DESC);

CREATE INDEX audit_at_idx ON public.audit USING btree (at DESC);

CREATE INDEX audit_subject_id_at_idx ON public.audit USING btree (subject_id, at DESC);

CREATE INDEX bank_line_account_id_idx ON public.bank_line USING btree (account_id) WHERE ((remaining > 0) AND (account_id IS NOT NULL));

CREATE INDEX bank_line_booked_on_id_idx ON public.bank_line USING btree (booked_on, id);

CREATE INDEX bank_line_id_idx ON public.bank_line USING btree (id) WHERE (remaining > 0);

CREATE UNIQUE INDEX bank_line_use_line_id_payment_id_key ON public.bank_line_use USING btree (line_id, payment_id) WHERE (undone_at IS NULL);

CREATE INDEX bank_line_use_payment_id_idx ON public.bank_line_use USING btree (payment_id);

CREATE INDEX calendar_told_kind_subject_id_idx ON public.calendar_told USING btree (kind, subject_id);

CREATE INDEX catalog_change_version_idx ON public.catalog_change USING btree (version);

CREATE INDEX credit_note_invoice_id_idx ON public.credit_note USING btree (invoice_id);

CREATE INDEX delivery_channel_urgent_next_try_at_idx ON public.delivery USING btree (channel, urgent DESC, next_try_at) WHERE (state = 'queued'::text);

CREATE INDEX delivery_notification_id_idx ON public.delivery USING btree (notification_id DESC) WHERE (channel = 'mail'::text);

CREATE INDEX dispute_asked_at_idx ON public.dispute USING btree (asked_at) WHERE (state = ANY (ARRAY['inquiry'::text, 'open'::text]));

CREATE INDEX dispute_payment_id_idx ON public.dispute USING btree (payment_id);

CREATE UNIQUE INDEX halt_auction_id_key ON public.halt USING btree (COALESCE(auction_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE (lifted_at IS NULL);

CREATE INDEX halt_started_at_idx ON public.halt USING btree (started_at) WHERE (settled_at IS NULL);

CREATE INDEX halted_lot_halt_id_lot_id_idx ON public.halted_lot USING btree (halt_id, lot_id) WHERE (done_at IS NULL);

CREATE INDEX invoice_about_id_idx ON public.invoice USING btree (about_id) WHERE (about_id IS NOT NULL);

CREATE UNIQUE INDEX invoice_about_id_key ON public.invoice USING btree (about_id) WHERE (kind = 'late-fee'::text);

CREATE INDEX invoice_account_id_id_idx ON public.invoice USING btree (account_id, id DESC);

CREATE INDEX invoice_due_at_idx ON public.invoice USING btree (due_at) WHERE (state = ANY (ARRAY['issued'::text, 'part-paid'::text]));

CREATE INDEX invoice_event_invoice_id_position_idx ON public.invoice_event USING btree (invoice_id, "position");

CREATE INDEX invoice_lot_id_idx ON public.invoice USING btree (lot_id) WHERE (lot_id IS NOT NULL);

CREATE UNIQUE INDEX invoice_lot_id_key ON public.invoice USING btree (lot_id) WHERE ((kind = 'sale'::text) AND (state <> 'cancelled'::text));

CREATE INDEX invoice_number_idx ON public.invoice USING btree ("substring"(number, '\d{4}-\d+$'::text));

CREATE INDEX ledger_at_ms_idx ON public.ledger USING btree (at_ms DESC) WHERE (type = ANY (ARRAY['approved'::text, 'agreed'::text, 'lapsed'::text]));

CREATE INDEX lot_closed_at_idx ON public.lot USING btree (closed_at DESC) WHERE (closed_at IS NOT NULL);

CREATE INDEX lot_due_at_id_closed_at_idx ON public.lot USING btree (due_at, id) WHERE ((published_at IS NOT NULL) AND (closed_at IS NULL));

CREATE INDEX lot_due_at_id_idx ON public.lot USING btree (due_at, id) WHERE (published_at IS NOT NULL);

CREATE INDEX lot_question_account_id_idx ON public.lot_question USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX lot_question_asked_at_id_idx ON public.lot_question USING btree (asked_at DESC, id DESC);

CREATE INDEX lot_question_asked_at_idx ON public.lot_question USING btree (asked_at) WHERE ((answer IS NULL) AND (hidden_at IS NULL));

CREATE INDEX lot_question_lot_id_answered_at_idx ON public.lot_question USING btree (lot_id, answered_at DESC);

CREATE INDEX lot_title_idx ON public.lot USING gin (title public.gin_trgm_ops);

CREATE INDEX lot_vehicle_id_created_at_idx ON public.lot USING btree (vehicle_id, created_at DESC);

CREATE INDEX money_entry_account_idx ON public.money_entry USING btree (account);

CREATE INDEX money_transfer_at_idx ON public.money_transfer USING btree (at);

CREATE INDEX money_transfer_payment_id_idx ON public.money_transfer USING btree (payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX notification_account_id_id_idx ON public.notification USING btree (account_id, id DESC) WHERE in_page;

CREATE INDEX notification_account_id_idx ON public.notification USING btree (account_id) WHERE (in_page AND (read_at IS NULL));

CREATE INDEX notification_created_at_idx ON public.notification USING btree (created_at);

CREATE INDEX outbid_wait_due_at_idx ON public.outbid_wait USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX outbox_created_at_id_idx ON public.outbox USING btree (created_at DESC, id DESC) WHERE dead;

CREATE INDEX outbox_key_created_at_id_idx ON public.outbox USING btree (key, created_at, id) WHERE ((NOT dead) AND (key IS NOT NULL));

CREATE INDEX outbox_topic_next_try_at_idx ON public.outbox USING btree (topic, next_try_at) WHERE (NOT dead);

CREATE INDEX payment_account_id_id_idx ON public.payment USING btree (account_id, id DESC);

CREATE UNIQUE INDEX payment_account_id_key ON public.payment USING btree (account_id) WHERE ((purpose = 'membership'::text) AND (state = 'succeeded'::text));

CREATE INDEX payment_amount_id_idx ON public.payment USING btree (amount, id);

CREATE INDEX payment_created_at_id_idx ON public.payment USING btree (created_at, id);

CREATE INDEX payment_created_at_idx ON public.payment USING btree (created_at) WHERE (state = ANY (ARRAY['started'::text, 'pending'::text]));

CREATE INDEX payment_id_idx ON public.payment USING btree (id) WHERE ((provider = 'stripe'::text) AND (received > 0) AND (card_noted_at IS NULL));

CREATE UNIQUE INDEX payment_provider_provider_ref_key ON public.payment USING btree (provider, provider_ref) WHERE (provider_ref IS NOT NULL);

CREATE INDEX payment_settles_at_idx ON public.payment USING btree (settles_at) WHERE (state = 'pending'::text);

CREATE INDEX payment_subject_id_idx ON public.payment USING btree (subject_id) WHERE (subject_id IS NOT NULL);

CREATE INDEX pending_bid_lot_id_idx ON public.pending_bid USING btree (lot_id);

CREATE INDEX pending_bid_lot_id_waiting_since_idx ON public.pending_bid USING btree (lot_id) WHERE (waiting_since IS NOT NULL);

CREATE INDEX photo_file_storage_name_idx ON public.photo_file USING btree (storage_name);

CREATE INDEX photo_requested_at_idx ON public.photo USING btree (requested_at) WHERE (state = 'waiting'::text);

CREATE INDEX photo_shown_name_idx ON public.photo USING btree (shown_name);

CREATE INDEX photo_source_name_idx ON public.photo USING btree (source_name);

CREATE UNIQUE INDEX photo_vehicle_id_content_hash_key ON public.photo USING btree (vehicle_id, content_hash);

CREATE INDEX photo_vehicle_id_position_idx ON public.photo USING btree (vehicle_id, "position");

CREATE INDEX purchase_due_bidder_id_idx ON public.purchase_due USING btree (bidder_id);

CREATE INDEX push_subscription_account_id_idx ON public.push_subscription USING btree (account_id);

CREATE INDEX push_subscription_session_id_idx ON public.push_subscription USING btree (session_id);

CREATE INDEX refund_next_try_at_idx ON public.refund USING btree (next_try_at) WHERE (state = ANY (ARRAY['asked'::text, 'sent'::text]));

CREATE INDEX refund_payment_id_idx ON public.refund USING btree (payment_id);

CREATE INDEX saved_search_account_id_id_idx ON public.saved_search USING btree (account_id, id DESC);

CREATE INDEX saved_search_digest_at_idx ON public.saved_search USING btree (digest_at) WHERE (digest_at IS NOT NULL);

CREATE INDEX saved_search_find_search_id_idx ON public.saved_search_find USING btree (search_id) WHERE (NOT told);

CREATE INDEX server_run_last_at_idx ON public.server_run USING btree (last_at);

CREATE INDEX session_account_id_idx ON public.session USING btree (account_id);

CREATE INDEX session_support_for_idx ON public.session USING btree (support_for) WHERE (support_for IS NOT NULL);

CREATE INDEX standing_auction_id_position_idx ON public.standing USING btree (auction_id, "position");

CREATE INDEX standing_closes_at_ms_idx ON public.standing USING btree (closes_at_ms) WHERE (status = 'open'::text);

CREATE INDEX standing_leader_id_idx ON public.standing USING btree (leader_id) WHERE (leader_id IS NOT NULL);

CREATE INDEX standing_negotiation_due_at_ms_idx ON public.standing USING btree (negotiation_due_at_ms) WHERE (negotiation_due_at_ms IS NOT NULL);

CREATE INDEX standing_opens_at_ms_idx ON public.standing USING btree (opens_at_ms) WHERE (status = 'scheduled'::text);

CREATE INDEX throttle_full_at_idx ON public.throttle USING btree (full_at);

CREATE INDEX ticket_account_id_moved_at_idx ON public.ticket USING btree (account_id, moved_at DESC) WHERE (account_id IS NOT NULL);

CREATE INDEX ticket_email_idx ON public.ticket USING btree (email);

CREATE INDEX ticket_file_added_at_idx ON public.ticket_file USING btree (added_at) WHERE (message_id IS NULL);

CREATE INDEX ticket_file_message_id_idx ON public.ticket_file USING btree (message_id) WHERE (message_id IS NOT NULL);

CREATE INDEX ticket_merged_into_idx ON public.ticket USING btree (merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX ticket_message_ticket_id_at_id_idx ON public.ticket_message USING btree (ticket_id, at, id);

CREATE INDEX ticket_waiting_since_idx ON public.ticket USING btree (waiting_since) WHERE ((waiting_since IS NOT NULL) AND (merged_into IS NULL));

CREATE INDEX vehicle_correction_vehicle_id_at_idx ON public.vehicle_correction USING btree (vehicle_id, at DESC);

CREATE INDEX vehicle_created_at_id_idx ON public.vehicle USING btree (created_at DESC, id DESC);

CREATE INDEX vehicle_import_created_at_id_idx ON public.vehicle_import USING btree (created_at DESC, id DESC);

CREATE INDEX vehicle_import_created_at_idx ON public.vehicle_import USING btree (created_at) WHERE (state = ANY (ARRAY['reading'::text, 'checking'::text, 'running'::text]));

CREATE INDEX vehicle_import_row_import_id_key_idx ON public.vehicle_import_row USING btree (import_id, key);

CREATE INDEX vehicle_import_row_import_id_number_idx ON public.vehicle_import_row USING btree (import_id, number) WHERE (notes <> '[]'::jsonb);

CREATE INDEX vehicle_import_row_import_id_stock_number_idx ON public.vehicle_import_row USING btree (import_id, stock_number) WHERE (stock_number IS NOT NULL);

CREATE INDEX vehicle_make_idx ON public.vehicle USING btree (lower(make));

CREATE UNIQUE INDEX vehicle_source_stock_number_key ON public.vehicle USING btree (source, lower(stock_number)) WHERE (stock_number IS NOT NULL);

CREATE INDEX vehicle_vin_idx ON public.vehicle USING btree (vin) WHERE (vin IS NOT NULL);

CREATE UNIQUE INDEX verification_case_account_id_key ON public.verification_case USING btree (account_id) WHERE (state = 'submitted'::text);

CREATE INDEX verification_case_account_id_submitted_at_idx ON public.verification_case USING btree (account_id, submitted_at DESC);

CREATE UNIQUE INDEX verification_case_account_id_upload_id_key ON public.verification_case USING btree (account_id, upload_id) WHERE (upload_id IS NOT NULL);

CREATE INDEX verification_case_delete_files_at_idx ON public.verification_case USING btree (delete_files_at) WHERE (delete_files_at IS NOT NULL);

CREATE INDEX verification_case_state_decided_at_id_idx ON public.verification_case USING btree (state, decided_at DESC, id DESC) WHERE (state <> 'submitted'::text);

CREATE INDEX verification_case_submitted_at_id_idx ON public.verification_case USING btree (submitted_at, id) WHERE (state = 'submitted'::text);

CREATE TRIGGER address_noted AFTER INSERT OR DELETE ON public.account_address FOR EACH ROW EXECUTE FUNCTION public.note_address();

CREATE CONSTRAINT TRIGGER audit_is_chained AFTER INSERT ON public.audit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.chain_audit();

CREATE TRIGGER charge_was_announced BEFORE INSERT ON public.invoice FOR EACH ROW EXECUTE FUNCTION public.check_charge_was_announced();

CREATE TRIGGER costs_of_lot_stay BEFORE UPDATE OF cost_terms_id ON public.lot FOR EACH ROW WHEN (((old.cost_terms_id IS NOT NULL) AND (new.cost_terms_id IS DISTINCT FROM old.cost_terms_id))) EXECUTE FUNCTION public.keep_costs_of_lot();

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.attempt FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history('rotate-keys', 'demo');

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history();

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history();

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.cost_terms FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history();

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.credit_note FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history('demo');

CREATE TRIGGER history_stays BEFORE DELETE OR TRUNCATE ON public.dispute FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history();

CREATE TRIGGER history_stays BEFORE DELETE OR TRUNCATE ON public.halt FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history();

CREATE TRIGGER history_stays BEFORE DELETE OR TRUNCATE ON public.invoice FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history('demo');

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_event FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history('demo');

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history('rotate-keys', 'demo');

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.money_entry FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history('demo');

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.money_transfer FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history('demo');

CREATE TRIGGER history_stays BEFORE DELETE OR TRUNCATE ON public.payment FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history();

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payment_event FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history();

CREATE TRIGGER history_stays BEFORE DELETE OR TRUNCATE ON public.refund FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history();

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.sealed_ledger FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history('rotate-keys', 'demo');

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ticket_message FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history('demo');

CREATE TRIGGER history_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON public.vehicle_correction FOR EACH STATEMENT EXECUTE FUNCTION public.keep_history('demo');

CREATE TRIGGER issued_invoice_stays BEFORE DELETE OR UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION public.keep_issued_document();

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.auction FOR EACH ROW EXECUTE FUNCTION public.tell_staff('auctions');

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.bank_import FOR EACH ROW EXECUTE FUNCTION public.tell_staff('transfers');

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.bank_line FOR EACH ROW EXECUTE FUNCTION public.tell_staff('transfers');

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.dispute FOR EACH ROW EXECUTE FUNCTION public.tell_staff('disputes');

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.halt FOR EACH ROW EXECUTE FUNCTION public.tell_staff('halts');

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.lot_question FOR EACH ROW EXECUTE FUNCTION public.tell_staff('questions');

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.payment FOR EACH ROW EXECUTE FUNCTION public.tell_staff('payments');

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.photo FOR EACH ROW EXECUTE FUNCTION public.tell_staff('photos');

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.refund FOR EACH ROW EXECUTE FUNCTION public.tell_staff('payments');

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.ticket FOR EACH ROW EXECUTE FUNCTION public.tell_staff('tickets');

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.vehicle_import FOR EACH ROW EXECUTE FUNCTION public.tell_staff('vehicle-imports');

CREATE TRIGGER tells_staff AFTER INSERT OR DELETE OR UPDATE ON public.verification_case FOR EACH ROW EXECUTE FUNCTION public.tell_staff('verifications');

CREATE TRIGGER text_stays BEFORE UPDATE ON public.ticket_text FOR EACH ROW EXECUTE FUNCTION public.keep_ticket_text();

CREATE CONSTRAINT TRIGGER transfer_balances AFTER INSERT OR UPDATE ON public.money_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_transfer_balances();

ALTER TABLE ONLY public.account_address
    ADD CONSTRAINT account_address_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_identifier
    ADD CONSTRAINT account_identifier_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.account_link
    ADD CONSTRAINT account_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_note
    ADD CONSTRAINT account_note_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_note
    ADD CONSTRAINT account_note_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_referred_by_fkey FOREIGN KEY (referred_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.answer_use
    ADD CONSTRAINT answer_use_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES public.notification(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.bank_import_part
    ADD CONSTRAINT bank_import_part_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.bank_import(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.bank_line
    ADD CONSTRAINT bank_line_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.bank_line
    ADD CONSTRAINT bank_line_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.bank_import(id);

ALTER TABLE ONLY public.bank_line_use
    ADD CONSTRAINT bank_line_use_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.bank_line(id);

ALTER TABLE ONLY public.bank_line_use
    ADD CONSTRAINT bank_line_use_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payment(id);

ALTER TABLE ONLY public.buyer_tax_id
    ADD CONSTRAINT buyer_tax_id_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_feed
    ADD CONSTRAINT calendar_feed_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_told
    ADD CONSTRAINT calendar_told_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_told
    ADD CONSTRAINT calendar_told_kind_subject_id_fkey FOREIGN KEY (kind, subject_id) REFERENCES public.calendar_event(kind, subject_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.credit_note
    ADD CONSTRAINT credit_note_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.credit_note
    ADD CONSTRAINT credit_note_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoice(id);

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES public.notification(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.dispute
    ADD CONSTRAINT dispute_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payment(id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_about_id_fkey FOREIGN KEY (about_id) REFERENCES public.invoice(id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.invoice_event
    ADD CONSTRAINT invoice_event_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoice(id);

ALTER TABLE ONLY public.lot
    ADD CONSTRAINT lot_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES public.auction(id);

ALTER TABLE ONLY public.lot
    ADD CONSTRAINT lot_cost_terms_id_fkey FOREIGN KEY (cost_terms_id) REFERENCES public.cost_terms(id);

ALTER TABLE ONLY public.lot_question
    ADD CONSTRAINT lot_question_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.lot_question
    ADD CONSTRAINT lot_question_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES public.account(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.lot_question
    ADD CONSTRAINT lot_question_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES public.lot(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lot
    ADD CONSTRAINT lot_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.lot
    ADD CONSTRAINT lot_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicle(id);

ALTER TABLE ONLY public.money_entry
    ADD CONSTRAINT money_entry_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES public.money_transfer(id);

ALTER TABLE ONLY public.money_transfer
    ADD CONSTRAINT money_transfer_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payment(id);

ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notification_choice
    ADD CONSTRAINT notification_choice_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outbid_wait
    ADD CONSTRAINT outbid_wait_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.payment_event
    ADD CONSTRAINT payment_event_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payment(id);

ALTER TABLE ONLY public.pending_bid
    ADD CONSTRAINT pending_bid_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.photo
    ADD CONSTRAINT photo_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicle(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.session(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payment(id);

ALTER TABLE ONLY public.saved_search
    ADD CONSTRAINT saved_search_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_search_find
    ADD CONSTRAINT saved_search_find_search_id_fkey FOREIGN KEY (search_id) REFERENCES public.saved_search(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_support_for_fkey FOREIGN KEY (support_for) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket
    ADD CONSTRAINT ticket_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.ticket
    ADD CONSTRAINT ticket_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.ticket_file
    ADD CONSTRAINT ticket_file_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.ticket_message(id);

ALTER TABLE ONLY public.ticket
    ADD CONSTRAINT ticket_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoice(id);

ALTER TABLE ONLY public.ticket
    ADD CONSTRAINT ticket_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES public.lot(id);

ALTER TABLE ONLY public.ticket
    ADD CONSTRAINT ticket_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES public.ticket(id);

ALTER TABLE ONLY public.ticket_message
    ADD CONSTRAINT ticket_message_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.ticket_message
    ADD CONSTRAINT ticket_message_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.ticket(id);

ALTER TABLE ONLY public.ticket_text
    ADD CONSTRAINT ticket_text_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.ticket_message(id);

ALTER TABLE ONLY public.vehicle_correction
    ADD CONSTRAINT vehicle_correction_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicle(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vehicle_document
    ADD CONSTRAINT vehicle_document_added_by_fkey FOREIGN KEY (added_by) REFERENCES public.account(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.vehicle_document
    ADD CONSTRAINT vehicle_document_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicle(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vehicle_import
    ADD CONSTRAINT vehicle_import_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES public.auction(id);

ALTER TABLE ONLY public.vehicle_import_row
    ADD CONSTRAINT vehicle_import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.vehicle_import(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vehicle_import_row
    ADD CONSTRAINT vehicle_import_row_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicle(id);

ALTER TABLE ONLY public.verification_case
    ADD CONSTRAINT verification_case_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);

ALTER TABLE ONLY public.verification_case
    ADD CONSTRAINT verification_case_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.account(id);

ALTER TABLE ONLY public.verification_file
    ADD CONSTRAINT verification_file_case_id_fkey FOREIGN KEY (case_id) REFERENCES public.verification_case(id) ON DELETE CASCADE;
