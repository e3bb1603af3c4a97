import { secretContext as secretOfFactor } from './accounts/second-factor/second-factor.ts'
import { pendingContext } from './bidding/pending/pending-box.ts'
import { NOTICE } from './platform/notice.ts'
import { secretContext } from './platform/open-keys.ts'
import { secretsContext } from './sellers/seller-secrets.ts'
import { batchContext } from './settlements/payouts/make-batch.ts'
import { fileContext } from './support/files/take-file.ts'
import { keyContext } from './verification/vault.ts'

type Row = Record<string, unknown>

/** A column of sealed boxes: how to find them and which context each is bound to. */
export type SealedColumn = {
  /** The name in the command's output. */
  name: string
  /** The files that seal into it: a test compares this list with the sources. */
  sealedIn: readonly string[]
  table: string
  /** Primary key: columns and their types, in order. */
  key: Readonly<Record<string, string>>
  /** SQL of the box as it is stored. */
  value: string
  /** SQL that replaces the box; `$1` is the new box. */
  change: string
  /** Which rows have a box. */
  where: string
  /** Text: base64 after this prefix. Null: bytes. */
  mark: string | null
  context(row: Row): string
}

/**
 * Everything stored that is sealed with the master key. Every new sealed column must be added here: anything missing becomes unreadable
 * when the key is changed and the former key is dropped.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    name: 'server secrets',
    sealedIn: ['server/platform/open-keys.ts'],
    ...bytes('app_secret', { name: 'text' }, 'sealed'),
    context: ({ name }) => secretContext(String(name)),
  },
  {
    name: 'second factors',
    sealedIn: ['server/accounts/profile/set-up-factor.ts'],
    ...bytes('second_factor', { account_id: 'uuid' }, 'secret'),
    context: ({ account_id }) => secretOfFactor(String(account_id)),
  },
  {
    name: 'identity document keys',
    sealedIn: ['server/platform/sealed-files.ts'],
    ...bytes('verification_file', { case_id: 'uuid', side: 'text', page: 'smallint' }, 'sealed_key'),
    context: ({ case_id, side, page }) =>
      keyContext({ caseId: String(case_id), side: String(side), page: Number(page) }),
  },
  {
    name: 'attachment keys of tickets',
    sealedIn: ['server/platform/sealed-files.ts'],
    ...bytes('ticket_file', { id: 'uuid' }, 'sealed_key'),
    context: ({ id }) => fileContext(String(id)),
  },
  {
    name: 'tax ids and bank accounts of sellers',
    sealedIn: ['server/sellers/seller-secrets.ts'],
    ...bytes('seller', { id: 'uuid' }, 'sealed'),
    context: ({ id }) => secretsContext(String(id)),
  },
  {
    name: 'payout files',
    sealedIn: ['server/settlements/payouts/make-batch.ts'],
    ...bytes('payout_batch', { id: 'uuid' }, 'sealed'),
    context: ({ id }) => batchContext(String(id)),
  },
  {
    name: 'maximums',
    sealedIn: ['server/bidding/sealed.ts'],
    ...bytes('standing', { lot_id: 'uuid' }, 'sealed'),
    context: ({ lot_id }) => `standing:${String(lot_id)}`,
  },
  {
    name: 'reserve negotiations',
    sealedIn: ['server/bidding/sealed.ts'],
    ...bytes('standing', { lot_id: 'uuid' }, 'negotiation'),
    context: ({ lot_id }) => `negotiation:${String(lot_id)}`,
  },
  {
    name: 'pending bids',
    sealedIn: ['server/bidding/pending/pending-box.ts'],
    ...bytes('pending_bid', { account_id: 'uuid', lot_id: 'uuid' }, 'sealed'),
    context: ({ account_id, lot_id }) => pendingContext(String(account_id), String(lot_id)),
  },
  {
    name: 'sealed values in ledgers',
    sealedIn: ['server/bidding/sealed.ts'],
    ...bytes('ledger', { lot_id: 'uuid', sequence: 'bigint' }, 'sealed'),
    context: ({ lot_id }) => `ledger:${String(lot_id)}`,
  },
  {
    name: 'sealed values in sealed ledgers',
    sealedIn: ['server/bidding/sealed.ts'],
    ...bytes('sealed_ledger', { lot_id: 'uuid', number: 'bigint' }, 'sealed'),
    context: ({ lot_id }) => `ledger:${String(lot_id)}`,
  },
  {
    name: 'bid answers with commitments',
    sealedIn: ['server/bidding/lane/answer.ts'],
    table: 'attempt',
    key: { bid_id: 'uuid' },
    value: 'answer',
    change: 'answer = $1',
    where: `answer like 'sealed:%'`,
    mark: 'sealed:',
    context: () => 'attempt',
  },
  {
    name: 'queued notices',
    sealedIn: ['server/platform/notice.ts'],
    table: 'outbox',
    key: { id: 'uuid' },
    value: `payload->>'sealed'`,
    change: `payload = jsonb_set(payload, '{sealed}', to_jsonb($1::text))`,
    where: `topic = '${NOTICE}'`,
    mark: '',
    context: () => NOTICE,
  },
  {
    name: 'sent notices',
    sealedIn: ['server/platform/notice.ts'],
    ...bytes('notification', { id: 'uuid' }, 'sealed'),
    context: () => NOTICE,
  },
  {
    name: 'push message key',
    sealedIn: ['server/notifications/push/deliver-push.ts'],
    table: 'setting',
    key: { key: 'text' },
    value: `value->>'sealed'`,
    change: `value = jsonb_set(value, '{sealed}', to_jsonb($1::text))`,
    where: `key = 'vapidKeys'`,
    mark: '',
    context: () => 'vapid-private-key',
  },
]

function bytes(table: string, key: SealedColumn['key'], column: string) {
  return { table, key, value: column, change: `${column} = $1`, where: `${column} is not null`, mark: null }
}
