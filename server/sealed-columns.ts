import { secretContext as secretOfFactor } from './accounts/second-factor/second-factor.ts'
import { parkedContext } from './bidding/parked/parked-box.ts'
import { NOTICE } from './platform/notice.ts'
import { secretContext } from './platform/open-keys.ts'
import { keyContext } from './verification/vault.ts'

type Row = Record<string, unknown>

/** A column that holds boxes sealed with the house's key: how to find them, and what each is bound to. */
export type SealedColumn = {
  /** As the command calls it. */
  name: string
  /** The files that seal into it: a test compares this list with the sources. */
  sealedIn: readonly string[]
  table: string
  /** Primary key: column and type, in its order. */
  key: Readonly<Record<string, string>>
  /** SQL of the box as it is stored. */
  value: string
  /** SQL that puts another box in its place; `$1` is the box. */
  change: string
  /** Which rows have a box. */
  where: string
  /** Text: base64, behind the given mark. Null: bytes. */
  mark: string | null
  context(row: Row): string
}

/**
 * Everything that the house's key seals. Whoever seals something new and keeps it adds it here: what is missing would be lost with
 * the former key when the key is changed.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    name: 'secrets of the house',
    sealedIn: ['server/platform/open-keys.ts'],
    ...bytes('house_secret', { name: 'text' }, 'sealed'),
    context: ({ name }) => secretContext(String(name)),
  },
  {
    name: 'second factors',
    sealedIn: ['server/accounts/profile/set-up-factor.ts'],
    ...bytes('second_factor', { account_id: 'uuid' }, 'secret'),
    context: ({ account_id }) => secretOfFactor(String(account_id)),
  },
  {
    name: 'keys of identity documents',
    sealedIn: ['server/verification/vault.ts'],
    ...bytes('verification_file', { case_id: 'uuid', side: 'text', page: 'smallint' }, 'sealed_key'),
    context: ({ case_id, side, page }) =>
      keyContext({ caseId: String(case_id), side: String(side), page: Number(page) }),
  },
  {
    name: 'maximums that stand',
    sealedIn: ['server/bidding/sealed.ts'],
    ...bytes('standing', { lot_id: 'uuid' }, 'sealed'),
    context: ({ lot_id }) => `standing:${String(lot_id)}`,
  },
  {
    name: 'talks about reserves',
    sealedIn: ['server/bidding/sealed.ts'],
    ...bytes('standing', { lot_id: 'uuid' }, 'talk'),
    context: ({ lot_id }) => `talk:${String(lot_id)}`,
  },
  {
    name: 'maximums that are parked',
    sealedIn: ['server/bidding/parked/parked-box.ts'],
    ...bytes('parked_bid', { account_id: 'uuid', lot_id: 'uuid' }, 'sealed'),
    context: ({ account_id, lot_id }) => parkedContext(String(account_id), String(lot_id)),
  },
  {
    name: 'what ledgers hide',
    sealedIn: ['server/bidding/sealed.ts'],
    ...bytes('ledger', { lot_id: 'uuid', sequence: 'bigint' }, 'sealed'),
    context: ({ lot_id }) => `ledger:${String(lot_id)}`,
  },
  {
    name: 'what sealed ledgers hide',
    sealedIn: ['server/bidding/sealed.ts'],
    ...bytes('sealed_ledger', { lot_id: 'uuid', number: 'bigint' }, 'sealed'),
    context: ({ lot_id }) => `ledger:${String(lot_id)}`,
  },
  {
    name: 'answers that name commitments',
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
    name: 'notices on their way',
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
    name: 'what people were told',
    sealedIn: ['server/platform/notice.ts'],
    ...bytes('notification', { id: 'uuid' }, 'sealed'),
    context: () => NOTICE,
  },
  {
    name: 'key of push messages',
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
