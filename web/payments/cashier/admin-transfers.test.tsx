import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { BankImport, BankLine } from '#contract/payments/transfers.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

const sendForm = vi.hoisted(() => vi.fn<() => Promise<string>>())
vi.mock('#web/platform/send-form.ts', () => ({ sendForm }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '00000000-0000-4000-8000-000000000700'

const IMPORTED: BankImport = {
  id: ID,
  fileName: 'november.csv',
  state: 'done',
  failure: null,
  encoding: 'utf-8',
  rowCount: 3,
  doneCount: 3,
  counts: { imported: 3, known: 0, ignored: 0, matched: 1, outgoing: 0, otherCurrency: 0, faulty: 0 },
  createdAt: Date.UTC(2026, 10, 20, 12),
  finishedAt: Date.UTC(2026, 10, 20, 12),
}

function bankLine(changes: Partial<BankLine>): BankLine {
  return {
    id: ID,
    state: 'to-match',
    bookedOn: '2026-11-20',
    amount: 5000,
    remaining: 5000,
    currency: 'USD',
    text: 'A payment',
    payerName: 'M Milo',
    payerAccount: 'DE99',
    person: null,
    hint: null,
    returnedAt: null,
    takenBackAt: null,
    payBackAskedAt: null,
    suggestion: null,
    ...changes,
  }
}

function openTransfers(items: BankLine[]) {
  return openApp('/admin/transfers', person({ role: 'cashier' }), {
    '/api/admin/bank-lines': { items, page: 1, pages: 1, total: items.length },
  })
}

test('the same file again is recognized: it says when it was imported, and that nothing is new', async () => {
  sendForm.mockResolvedValue(JSON.stringify(IMPORTED))
  openTransfers([])
  const file = new File(['Date,Amount\n2026-11-20,1.00'], 'november.csv', { type: 'text/csv' })
  fireEvent.change(await screen.findByLabelText('Bank file'), { target: { files: [file] } })
  expect(await screen.findByText('This file was already imported')).toBeTruthy()
  expect(screen.getByText(/november.csv was imported on .*20.*; 0 new lines\./)).toBeTruthy()
})

test('a line that may be imported already is asked about, and goes in only where it’s checked', async () => {
  const ready: BankImport = { ...IMPORTED, state: 'ready', finishedAt: null }
  sendForm.mockResolvedValue(JSON.stringify(ready))
  const row = {
    line: 3,
    bookedOn: '2026-11-20',
    amount: 10_000,
    currency: 'USD',
    text: 'RF18 5390',
    payerName: 'M Milo',
  }
  const mapping = { bookedOn: 0, amount: 1, text: [2], dayOrder: 'ymd', decimal: '.' }
  const { fetched } = openApp('/admin/transfers', person({ role: 'cashier' }), {
    '/api/admin/bank-lines': { items: [], page: 1, pages: 1, total: 0 },
    [`/api/admin/bank-imports/${ID}`]: ready,
    [`/api/admin/bank-imports/${ID}/preview`]: {
      header: ['Date', 'Amount', 'Text'],
      mapping: {
        ...mapping,
        debit: null,
        direction: null,
        currency: null,
        payerName: null,
        payerAccount: null,
        bankId: null,
      },
      isRemembered: false,
      rowCount: 1,
      counts: { ...IMPORTED.counts, known: 1, fresh: 0, matching: 0, doubtful: 1 },
      rows: [{ ...row, outcome: 'maybe-known' }],
      doubts: [{ ...row, knownLine: 7, fileName: 'october.csv', importedAt: Date.UTC(2026, 10, 19, 12) }],
      faults: [],
    },
    [`/api/admin/bank-imports/${ID}/run`]: { ...ready, state: 'running' },
  })
  const file = new File(['Date,Amount,Text\n'], 'november.csv', { type: 'text/csv' })
  fireEvent.change(await screen.findByLabelText('Bank file'), { target: { files: [file] } })
  const asked = within(await screen.findByRole('group', { name: 'Are these other payments?' }))
  expect(screen.getByRole('button', { name: 'Import 0 lines' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(
    asked.getByLabelText(
      /^Line 3: .*\$100\.00, M Milo, RF18 5390\. This may be the same payment as line 7 of october\.csv/,
    ),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 line' }))
  const sent = () => fetched.mock.calls.find(([url]) => String(url).endsWith('/run'))?.[1]?.body
  await waitFor(() => expect(JSON.parse(String(sent()))).toMatchObject({ separate: [3] }))
})

test('money out and money in another currency are named as such, and offer no match', async () => {
  openTransfers([
    bankLine({ id: `${ID.slice(0, -1)}1`, state: 'outgoing', remaining: 0, payerName: 'Landlord' }),
    bankLine({ id: `${ID.slice(0, -1)}2`, state: 'other-currency', currency: 'EUR', payerName: 'Euro Payer' }),
    bankLine({ id: `${ID.slice(0, -1)}3`, state: 'used', remaining: 0, person: 'Milo, milo@p.example' }),
  ])
  const row = async (payer: string) => within((await screen.findByText(payer)).closest('tr')!)
  const out = await row('Landlord')
  expect(out.getByText('Money out')).toBeTruthy()
  expect(out.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Remove'])
  const euro = await row('Euro Payer')
  expect(euro.getByText('Another currency: handle manually.')).toBeTruthy()
  expect(euro.queryByRole('button', { name: 'Match' })).toBeNull()
  expect((await row('M Milo')).getByRole('button', { name: 'Undo match' })).toBeTruthy()
})

const SUGGESTION = {
  accountId: `${ID.slice(0, -1)}8`,
  person: 'Milo, milo@p.example',
  purpose: 'invoice' as const,
  subjectId: `${ID.slice(0, -1)}9`,
  label: 'Invoice 2026-000007, 2010 Kiri Urban',
  amount: 5000,
  currency: 'USD',
}

test('a line shows its most likely match, is matched in one press, and offers another choice', async () => {
  const { fetched } = openApp('/admin/transfers', person({ role: 'cashier' }), {
    '/api/admin/bank-lines': { items: [bankLine({ suggestion: SUGGESTION })], page: 1, pages: 1, total: 1 },
    [`/api/admin/bank-lines/${ID}/match`]: bankLine({ state: 'used', remaining: 0 }),
    [`/api/admin/bank-lines/${ID}/candidates`]: { items: [SUGGESTION] },
  })
  const row = within((await screen.findByText('M Milo')).closest('tr')!)
  expect(row.getByText('Invoice 2026-000007, 2010 Kiri Urban')).toBeTruthy()
  expect(row.getByText('Milo, milo@p.example; same amount')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(row.getByRole('button', { name: 'Choose another' }))
  const dialog = await screen.findByRole('dialog', { name: 'What is $50.00 for?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  fireEvent.click(row.getByRole('button', { name: /^Match to Invoice 2026-000007/ }))
  expect(await screen.findByText('Transfer matched')).toBeTruthy()
  const sent = fetched.mock.calls.find(([url]) => String(url).endsWith('/match'))
  const { accountId, purpose, subjectId } = SUGGESTION
  expect(sent?.[1]?.body).toBe(JSON.stringify({ accountId, purpose, subjectId }))
})

test('a line without a suggestion offers only to find a match', async () => {
  openTransfers([bankLine({ hint: 'It names no reference.' })])
  const row = within((await screen.findByText('M Milo')).closest('tr')!)
  expect(row.getByText('It names no reference.')).toBeTruthy()
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Find match', 'Returned', 'Remove'])
})

test('an action with money asks for a code again where needed, and then continues', async () => {
  let isConfirmed = false
  const needed = { message: 'Enter a code', code: 'factor-required', details: { how: 'code' } }
  const { fetched } = openApp('/admin/transfers', person({ role: 'cashier', secondFactor: 'on' }), {
    '/api/admin/bank-lines': { items: [bankLine({})], page: 1, pages: 1, total: 1 },
    [`/api/admin/bank-lines/${ID}/take-back`]: () =>
      isConfirmed ? bankLine({ state: 'taken-back' }) : Response.json(needed, { status: 403 }),
    '/api/confirmations': () => {
      isConfirmed = true
      return { ok: true }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Imported by mistake' } })
  fireEvent.click(screen.getByRole('button', { name: 'Remove line' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  fireEvent.change(dialog.getByLabelText('Six-digit code'), { target: { value: '123 456' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('$50.00 removed from the ledger')).toBeTruthy()
  const sent = fetched.mock.calls.filter(([url]) => String(url).endsWith('/take-back'))
  expect(sent).toHaveLength(2)
  expect(sent[1]?.[1]?.body).toBe(JSON.stringify({ reason: 'Imported by mistake' }))
})

test('an action whose confirmation is canceled does not happen, and says so', async () => {
  const needed = {
    message: 'Enter a two-factor code to continue.',
    code: 'factor-required',
    details: { how: 'code' },
  }
  openApp('/admin/transfers', person({ role: 'cashier', secondFactor: 'on' }), {
    '/api/admin/bank-lines': { items: [bankLine({})], page: 1, pages: 1, total: 1 },
    [`/api/admin/bank-lines/${ID}/take-back`]: () => Response.json(needed, { status: 403 }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Imported by mistake' } })
  fireEvent.click(screen.getByRole('button', { name: 'Remove line' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.getByText('Nothing was changed')).toBeTruthy())
})
