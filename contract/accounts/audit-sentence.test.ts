import { describe, expect, test } from 'vitest'
import { type AuditLine, auditSentence } from './audit-sentence.ts'

const LINE: AuditLine = {
  by: 'Aukje',
  action: 'void-bids',
  subjectKind: 'lot',
  subjectId: '0190a000-0000-7000-8000-00000000beef',
  subject: { number: '1042', title: '2010 Kiri Urban' },
  before: null,
  after: null,
  reason: null,
  currency: 'USD',
}
const say = (changes: Partial<AuditLine>) => auditSentence({ ...LINE, ...changes }, 'America/Chicago')

describe('a line of the audit log', () => {
  test('says price and leader before and after, what was voided, and why', () => {
    const before = { status: 'open', price: 5_100_00, paddle: 112, closesAt: 1 }
    const after = { status: 'open', price: 4_800_50, paddle: 105, closesAt: 1, voided: [4, 6] }
    expect(say({ before, after, reason: 'Typing error.' })).toBe(
      'Aukje voided bids on lot 1042, 2010 Kiri Urban. Price: $5,100 → $4,800.50. High bidder’s paddle: 112 → 105. Bids voided: 2. Reason: Typing error.',
    )
  })

  test('leaves out ids, what was not given, and what the subject’s name says already', () => {
    const subject = { subjectKind: 'ticket', subject: { reference: 'T-FDR4BBVR' }, action: 'open-ticket', by: 'Elif' }
    const after = { reference: 'T-FDR4BBVR', topic: 'lot', lotId: LINE.subjectId, invoiceId: null }
    expect(say({ ...subject, after })).toBe('Elif opened ticket T-FDR4BBVR. Topic: lot.')
    const answer = { subjectKind: 'canned-answer', subject: { title: 'Hours' }, action: 'add-canned-answer' }
    expect(say({ ...answer, after: { title: 'Hours', text: 'From 9 to 5.' } })).toBe(
      'Aukje added the canned answer “Hours”. Answer: From 9 to 5.',
    )
    expect(say({ ...subject, by: null, after: null })).toBe('A visitor opened ticket T-FDR4BBVR.')
  })

  test('says times in the company’s zone, with the minutes by which an end moved', () => {
    const closesAt = Date.UTC(2026, 10, 22, 21)
    expect(say({ action: 'extend', before: { closesAt }, after: { closesAt: closesAt + 600_000 } })).toBe(
      'Aukje extended lot 1042, 2010 Kiri Urban. Ends: Nov 22, 2026, 3:00 PM CST → Nov 22, 2026, 3:10 PM CST (+10 min).',
    )
  })

  test('says the size of a file as people do', () => {
    const document = { subjectKind: 'vehicle', subject: { vehicle: '2010 Kiri Urban' }, action: 'add-document' }
    expect(say({ ...document, after: { name: 'Title.pdf', size: 658 } })).toMatch(/Name: Title\.pdf\. Size: 1 kB\.$/)
    expect(say({ ...document, after: { name: 'Title.pdf', size: 2_621_440 } })).toMatch(/ Size: 2\.5 MB\.$/)
  })

  test('names a setting, and says its value with its unit', () => {
    const setting = { subjectKind: 'setting', subject: null, action: 'change-setting' }
    expect(say({ ...setting, subjectId: 'lateFee', before: { value: 5000 }, after: { value: 5100 } })).toBe(
      'Aukje changed the setting “late fee”. $50 → $51.',
    )
    const premium = (basisPoints: number) => ({ value: [{ from: 0, basisPoints }] })
    expect(say({ ...setting, subjectId: 'premium', before: premium(1000), after: premium(850) })).toBe(
      'Aukje changed the setting “premium”. from $0 rate 10% → from $0 rate 8.5%.',
    )
  })

  test('uses the currency of its subject, also one without minor units', () => {
    expect(say({ before: { price: 980_000 }, after: { price: 1_000_000 }, currency: 'JPY' })).toContain(
      'Price: ¥980,000 → ¥1,000,000',
    )
  })

  test('leaves out ids, what stayed the same, and content longer than a sentence', () => {
    const facts = { vehicleId: 'x', title: 'Spring', text: 'a'.repeat(400) }
    expect(
      say({ action: 'change-auction', before: facts, after: { ...facts, vehicleId: 'y', text: 'b'.repeat(400) } }),
    ).toBe('Aukje changed lot 1042, 2010 Kiri Urban.')
  })

  test('is readable when its subject or its actor is gone', () => {
    expect(say({ by: null, subject: null })).toBe('A closed account voided bids on a lot.')
  })

  test('says which list was read or exported', () => {
    const list = { subjectKind: 'payment', subjectId: 'csv', subject: null }
    expect(say({ ...list, action: 'export-payments', after: { state: 'failed' } })).toBe(
      'Aukje exported the list of payments. State: failed.',
    )
  })
})
