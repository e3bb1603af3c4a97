import type { Type } from './values.ts'

/** A table of the simulated database: the columns that the bid path uses, its key, and the checks of each new row. */
export type Table = {
  columns: Readonly<Record<string, Type>>
  key: readonly string[]
  /** Columns set to the clock's time if an insert omits them. */
  datedBy?: readonly string[]
  /** A check constraint: false refuses the row. */
  isValid?: (row: Readonly<Record<string, unknown>>) => boolean
}

/** Names and types as in PostgreSQL's catalog; server/bidding/lane/simulated-database.test.ts compares them. */
export const SCHEMA: Readonly<Record<string, Table>> = {
  account: {
    columns: {
      id: 'uuid',
      bidding_limit: 'int8',
      auction_limits: 'jsonb',
      account_status: 'text',
      has_paid_membership_fee: 'bool',
      verification_status: 'text',
      role: 'text',
      email_confirmed_at: 'timestamptz',
      has_address: 'bool',
    },
    key: ['id'],
  },
  auction: {
    columns: { id: 'uuid', currency: 'bpchar', starts_at: 'timestamptz', canceled_at: 'timestamptz' },
    key: ['id'],
  },
  setting: { columns: { key: 'text', value: 'jsonb' }, key: ['key'] },
  lot: { columns: { id: 'uuid', lot_number: 'int4', title: 'text', cost_terms_id: 'int4' }, key: ['id'] },
  cost_terms: { columns: { id: 'int4', terms: 'jsonb' }, key: ['id'] },
  standing: {
    columns: {
      lot_id: 'uuid',
      auction_id: 'uuid',
      position: 'int4',
      seller_id: 'uuid',
      terms: 'jsonb',
      auction_kind: 'text',
      status: 'text',
      sequence: 'int8',
      opens_at_ms: 'int8',
      closes_at_ms: 'int8',
      price: 'int8',
      leader_id: 'uuid',
      leader_paddle: 'int4',
      sealed: 'bytea',
      floor: 'int8',
      reserve_met: 'bool',
      bid_count: 'int4',
      extensions: 'int4',
      last_hash: 'bytea',
      sealed_count: 'int8',
      sealed_hash: 'bytea',
      negotiation: 'bytea',
      negotiation_due_at_ms: 'int8',
    },
    key: ['lot_id'],
  },
  ledger: {
    columns: {
      lot_id: 'uuid',
      sequence: 'int8',
      at_ms: 'int8',
      type: 'text',
      text: 'text',
      hash: 'bytea',
      bidder_id: 'uuid',
      bid_id: 'uuid',
      sealed: 'bytea',
    },
    key: ['lot_id', 'sequence'],
  },
  sealed_ledger: {
    columns: {
      lot_id: 'uuid',
      number: 'int8',
      after_sequence: 'int8',
      at_ms: 'int8',
      text: 'text',
      hash: 'bytea',
      bidder_id: 'uuid',
      bid_id: 'uuid',
      sealed: 'bytea',
    },
    key: ['lot_id', 'number'],
  },
  attempt: {
    columns: {
      bid_id: 'uuid',
      lot_id: 'uuid',
      bidder_id: 'uuid',
      fingerprint: 'text',
      at_ms: 'int8',
      outcome: 'text',
      answer: 'text',
    },
    key: ['bid_id'],
  },
  participation: {
    columns: { bidder_id: 'uuid', lot_id: 'uuid', first_at_ms: 'int8' },
    key: ['bidder_id', 'lot_id'],
  },
  watch: { columns: { account_id: 'uuid', lot_id: 'uuid' }, key: ['account_id', 'lot_id'] },
  purchase_due: {
    columns: { lot_id: 'uuid', bidder_id: 'uuid', amount: 'int8' },
    key: ['lot_id'],
    isValid: (row) => Number(row.amount) > 0,
  },
  outbox: { columns: { id: 'uuid', topic: 'text', payload: 'jsonb' }, key: ['id'] },
  audit: {
    columns: {
      id: 'uuid',
      actor_id: 'uuid',
      action: 'text',
      subject_kind: 'text',
      subject_id: 'text',
      reason: 'text',
      before: 'jsonb',
      after: 'jsonb',
    },
    key: ['id'],
  },
  halt: {
    columns: {
      id: 'uuid',
      auction_id: 'uuid',
      reason: 'text',
      started_by: 'uuid',
      started_at: 'timestamptz',
      lifted_at: 'timestamptz',
    },
    key: ['id'],
  },
  halted_lot: {
    columns: { halt_id: 'uuid', lot_id: 'uuid', sequence: 'int8', done_at: 'timestamptz' },
    key: ['halt_id', 'lot_id'],
  },
  server_run: {
    columns: { id: 'uuid', started_at: 'timestamptz', last_at: 'timestamptz' },
    key: ['id'],
    datedBy: ['started_at', 'last_at'],
  },
}

/** Throws if the simulated database has no such table: add it above. */
export function tableNamed(name: string): Table {
  const table = SCHEMA[name]
  if (table === undefined)
    throw new Error(`the simulated database has no table ${name} (test/simulation/database/schema.ts)`)
  return table
}
