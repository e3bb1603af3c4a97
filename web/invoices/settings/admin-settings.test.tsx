import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MoneySettings } from '#contract/invoices/company-settings.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// Some hundred options each would make every query in the page slow.
vi.spyOn(Intl, 'supportedValuesOf').mockImplementation((kind) =>
  kind === 'currency' ? ['EUR', 'USD'] : ['Europe/Amsterdam', 'UTC'],
)

const SETTINGS: MoneySettings = {
  companyName: 'Paddock',
  currency: 'USD',
  timeZone: 'UTC',
  increments: [
    [0, 1000],
    [10_000, 2500],
  ],
  legal: { name: 'Paddock LLC', taxId: 'Tax ID 1', registration: 'License 1' },
  contact: { email: 'office@paddock.example', phone: '+1 555 0142', address: '12 Saddler’s Yard' },
  director: null,
  brand: { accent: null, logo: null, portrait: null },
  bankAccount: null,
  numbering: { invoice: '', creditNote: 'CN-' },
  membershipFee: 9900,
  membershipRefundDays: 14,
  verificationDays: 1,
  referralReward: 2000,
  premium: [{ from: 0, basisPoints: 1000 }],
  fixedFees: [{ label: 'Gate', amount: 4500 }],
  taxLabel: 'Sales tax',
  taxBasisPoints: 800,
  taxByKind: { hammer: null, premium: null, fee: null, 'late-fee': 0, storage: null },
  paymentDays: 3,
  holidays: [],
  lateFee: 5000,
  storage: { freeDays: 7, perDay: 2500 },
  timed: { extensionWindowMs: 120_000, extensionMs: 120_000 },
  live: { startMs: 30_000, extensionMs: 15_000 },
  negotiations: { boundMs: 86_400_000, freeMs: 86_400_000 },
  documentRetentionDays: 30,
  bidWithdrawalHours: 24,
}
const STATE = {
  settings: SETTINGS,
  currency: 'USD',
  timeZone: 'UTC',
  version: 'one',
  openLots: 2,
  history: [],
  plans: [],
}
const EFFECT = {
  membershipFee: 9900,
  costs: [{ premium: 100, fees: 100, tax: 10, total: 1210 }],
  increments: [2500],
  currency: 'USD',
  timeZone: 'UTC',
  dueOn: '2026-11-25',
  lateFee: 5000,
  storageFrom: '2026-11-28',
  storagePerDay: 2700,
  nextInvoice: '2026-000001',
  nextCreditNote: 'CN-2026-000001',
}

function openPage(saved: (body: unknown) => unknown) {
  const { fetched } = openApp('/admin/settings', person({ role: 'owner' }), {
    '/api/admin/settings': () => STATE,
    '/api/admin/settings/preview': () => ({ hammers: [1000], before: EFFECT, after: { ...EFFECT, lateFee: 7550 } }),
  })
  const real = fetched.getMockImplementation()!
  fetched.mockImplementation((url, init) =>
    init?.method === 'PUT' ? Promise.resolve(Response.json(saved(JSON.parse(String(init.body))))) : real(url, init),
  )
}

test('an index links to every section of the form, in its order', async () => {
  openPage(() => STATE)
  const index = await screen.findByRole('navigation', { name: 'Sections' })
  const targets = [...index.querySelectorAll('a')].map((link) => document.querySelector(link.getAttribute('href')!))
  const sections = [...document.querySelectorAll('form section[id]')]
  expect(sections.length).toBeGreaterThan(10)
  expect(targets).toEqual(sections)
})

test('a change is shown with its effect and how many lots it affects, and only the change is saved', async () => {
  const bodies: unknown[] = []
  openPage((body) => {
    bodies.push(body)
    return { ...STATE, version: 'two', settings: { ...SETTINGS, lateFee: 7550 } }
  })
  const field = await screen.findByLabelText('Late fee, once (USD)')
  expect(screen.getByRole('button', { name: 'Save settings' })).toHaveProperty('disabled', true)
  fireEvent.change(field, { target: { value: '75.50' } })
  expect(await screen.findByText('$75.50')).toBeTruthy()
  expect(screen.getByText(/2 lots are published/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'New year' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(bodies).toEqual([{ version: 'one', changes: { lateFee: 7550 }, reason: 'New year' }]))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save settings' })).toHaveProperty('disabled', true))
})

const NAMED = { holder: 'Paddock LLC', bank: 'A Bank' }

test.each<[Record<string, string>, MoneySettings['bankAccount']]>([
  [
    { 'Routing number': '110000000', 'Account number': '000123456789' },
    { ...NAMED, kind: 'us', routingNumber: '110000000', accountNumber: '000123456789' },
  ],
  [
    { 'Institution number': '003', 'Transit number': '00102', 'Account number': '1234567' },
    { ...NAMED, kind: 'ca', institution: '003', transit: '00102', accountNumber: '1234567' },
  ],
  [{ CLABE: '032180000118359719' }, { ...NAMED, kind: 'mx', clabe: '032180000118359719' }],
])('the bank account is entered in its country’s format; holder and bank stay: %o', async (numbers, bankAccount) => {
  const bodies: { changes: Partial<MoneySettings> }[] = []
  openPage((body) => {
    bodies.push(body as { changes: Partial<MoneySettings> })
    return STATE
  })
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(await screen.findByLabelText('Offer bank transfers'))
  type('Account holder', 'Paddock LLC')
  type('Bank', 'A Bank')
  type('Account type', 'iban')
  type('IBAN', 'GB33 BUKB 2020 1555 5555 55')
  type('Account type', bankAccount!.kind)
  for (const [label, value] of Object.entries(numbers)) type(label, value)
  fireEvent.click(await screen.findByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(bodies[0]?.changes).toEqual({ bankAccount }))
})

test('earlier changes are shown in the words of the form', async () => {
  const change = { id: '00000000-0000-4000-8000-000000000001', at: 1, by: 'Olga', reason: null }
  const premium = [{ from: 0, basisPoints: 1250 }]
  openApp('/admin/settings', person({ role: 'owner' }), {
    '/api/admin/settings': () => ({
      ...STATE,
      history: [{ ...change, setting: 'premium', before: SETTINGS.premium, after: premium }],
    }),
  })
  expect(await screen.findByText('from $0.00, 12.5%')).toBeTruthy()
  expect(screen.getByText('from $0.00, 10%')).toBeTruthy()
})

test('an earlier value is put back into the form, and saved like any change', async () => {
  const bodies: { changes: Partial<MoneySettings> }[] = []
  const change = { id: '00000000-0000-4000-8000-000000000001', at: 1, by: 'Olga', reason: null }
  const live = { startMs: 20_000, extensionMs: 10_000 }
  const state = { ...STATE, history: [{ ...change, setting: 'live', before: live, after: SETTINGS.live }] }
  const { fetched } = openApp('/admin/settings', person({ role: 'owner' }), {
    '/api/admin/settings': (_: string, init: RequestInit) => {
      if (init.method === 'PUT') bodies.push(JSON.parse(String(init.body)) as { changes: Partial<MoneySettings> })
      return state
    },
    '/api/admin/settings/preview': () => ({ hammers: [1000], before: EFFECT, after: EFFECT }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Restore “Live” from before' }))
  expect(screen.getByLabelText('Live: time for the first bid (seconds)')).toHaveProperty('value', '20')
  fireEvent.click(await screen.findByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(bodies.map(({ changes }) => changes)).toEqual([{ live }]))
  expect(fetched).toHaveBeenCalled()
})

test('an invalid amount shows an error on its field and cannot be saved', async () => {
  openPage(() => STATE)
  const field = await screen.findByLabelText('Late fee, once (USD)')
  fireEvent.change(field, { target: { value: '12.345' } })
  expect(await screen.findByText('Enter a number, such as 75 or 12.50.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save settings' })).toHaveProperty('disabled', true)
})

test('bid increments are changed band by band, with the server’s error shown in their section', async () => {
  const bodies: { changes: Partial<MoneySettings> }[] = []
  openPage((body) => {
    bodies.push(body as { changes: Partial<MoneySettings> })
    return STATE
  })
  fireEvent.change(await screen.findByLabelText('Increment (USD) of band 2'), { target: { value: '50' } })
  fireEvent.click(screen.getByRole('button', { name: 'Remove band 1 of the bid increments' }))
  fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Europe/Amsterdam' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Save settings' }))
  await waitFor(() =>
    expect(bodies[0]?.changes).toEqual({ increments: [[10_000, 5000]], timeZone: 'Europe/Amsterdam' }),
  )
})

test('what the server refuses is said once, at its field', async () => {
  const refused = (field: string, message: string) => () =>
    Response.json({ code: 'invalid-input', message, details: { fields: [{ field, message }] } }, { status: 400 })
  openApp('/admin/settings', person({ role: 'owner' }), {
    '/api/admin/settings': (_: string, init?: RequestInit) =>
      init?.method === 'PUT' ? refused('reason', 'Give a reason.')() : STATE,
    '/api/admin/settings/preview': (_: string, init?: RequestInit) =>
      String(init?.body).includes('7550')
        ? { hammers: [1000], before: EFFECT, after: { ...EFFECT, lateFee: 7550 } }
        : refused('changes.lateFee', 'The late fee is too high.')(),
  })
  const field = await screen.findByLabelText('Late fee, once (USD)')
  fireEvent.change(field, { target: { value: '900000' } })
  await screen.findByText('Correct the marked fields to see the effect.')
  expect(screen.getAllByText('The late fee is too high.')).toHaveLength(1)
  fireEvent.change(field, { target: { value: '75.50' } })
  await screen.findByText('$75.50')
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findAllByText('Give a reason.')).toHaveLength(1)
  expect(screen.queryByText('Nothing was saved')).toBeNull()
})

test('a new currency comes with the warning that amounts keep their numbers', async () => {
  openApp('/admin/settings', person({ role: 'owner' }), {
    '/api/admin/settings': () => STATE,
    '/api/admin/settings/preview': () => ({ hammers: [1000], before: EFFECT, after: { ...EFFECT, currency: 'JPY' } }),
  })
  fireEvent.change(await screen.findByLabelText('Currency'), { target: { value: 'JPY' } })
  expect(await screen.findByText('Amounts aren’t converted')).toBeTruthy()
  expect(screen.getByText(/^\$99\.00 becomes ¥9,900,/)).toBeTruthy()
  expect(screen.getByRole('row', { name: 'Membership fee $99.00 ¥9,900' })).toBeTruthy()
})
