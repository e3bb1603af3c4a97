import { expect, test } from 'vitest'
import { auditWords, type AuditLine } from '#contract/accounts/audit-sentence.ts'
import { labelOfCode } from '#contract/lots/vehicle-words.ts'
import { AUDIT_ACTIONS, labelOfAction } from '#contract/platform/audit-words.ts'
import { type Language, LANGUAGE_CODES, LANGUAGES } from '#contract/platform/languages.ts'
import { sayEnglish, type Say } from '#contract/platform/template.ts'
import { filledIn, inLanguage, translated } from '#server/platform/language/text.ts'

const LINE: AuditLine = {
  by: 'Aukje',
  action: 'extend',
  subjectKind: 'lot',
  subjectId: '0190a000-0000-7000-8000-00000000beef',
  subject: { number: '1042', title: '2010 Kiri Urban' },
  before: { status: 'open', price: 5_100_00, closesAt: Date.UTC(2026, 10, 22, 21) },
  after: { status: 'reserve-not-met', price: 4_800_50, closesAt: Date.UTC(2026, 10, 22, 21, 10) },
  reason: 'The link was down.',
  currency: 'USD',
}

const sayIn =
  (language: Language): Say =>
  (template, values) =>
    filledIn(language, template, values)

/** As the page shows it. */
function saidIn(language: Language, changes: Partial<AuditLine> = {}): string {
  const reader = { say: sayIn(language), language, dateLocale: LANGUAGES[language].locale, labelOfCode }
  const { said, by, subject, more } = auditWords({ ...LINE, ...changes }, 'America/Chicago', reader)
  const parts = [sayEnglish(said, { by, subject }), ...more].map((part) => `${part}.`)
  return parts.join(' ').replaceAll('\u00a0', ' ')
}

test('a line of the audit log is said in the reader’s language, with their dates and amounts, and what people wrote as it is', () => {
  expect(saidIn('de')).toBe(
    'Aukje hat Los 1042, 2010 Kiri Urban verlängert. Status: offen → Mindestpreis nicht erreicht. Preis: 5.100 $ → 4.800,50 $. ' +
      'Ende: 22. Nov. 2026, 15:00 GMT-6 → 22. Nov. 2026, 15:10 GMT-6 (+10 min). Grund: The link was down.',
  )
  expect(saidIn('es')).toMatch(
    /^Aukje extendió el lote 1042, 2010 Kiri Urban\. Estado: abierto → reserva no alcanzada\. /,
  )
  const list = {
    subjectKind: 'payment',
    subjectId: 'csv',
    subject: null,
    before: null,
    after: { state: 'failed' },
    reason: null,
  }
  expect(saidIn('es', { ...list, action: 'export-payments' })).toBe('Aukje exportó la lista de pagos. Estado: falló.')
})

test('a setting, a list that was read and a subject that is gone are named in the reader’s language, too', () => {
  const setting = { subjectKind: 'setting', subject: null, action: 'change-setting', reason: null }
  expect(saidIn('de', { ...setting, subjectId: 'lateFee', before: { value: 5000 }, after: { value: null } })).toBe(
    'Aukje hat die Einstellung „Verzugsgebühr“ geändert. 50 $ → keine Angabe.',
  )
  const gone = { by: null, subject: null, before: null, after: null, reason: null }
  expect(saidIn('de', gone)).toBe('Ein geschlossenes Konto hat ein Los verlängert.')
})

test('a reason that the system wrote is said in the reader’s language, and so is a code', () => {
  const facts = { before: null, after: null }
  const reason = (text: string) => saidIn('de', { ...facts, action: 'enter-bid', reason: text }).split('. Grund: ')[1]
  expect(reason('Phone bid for paddle 112, entry 5 of the ledger')).toBe(
    'Telefongebot für Bieternummer 112, Eintrag 5 im Gebotsregister.',
  )
  expect(reason('not-permitted')).toBe('nicht erlaubt.')
  expect(reason('Phone bid for my uncle.')).toBe('Phone bid for my uncle.')
  const merged = { action: 'merge-account', after: { into: 'Milo (paddle 110)' } }
  expect(saidIn('de', { ...facts, reason: null, ...merged })).toContain('Milo (Bieternummer 110)')
})

test('a filter shows the words of an action without who did it', () => {
  expect(labelOfAction('note-account', sayEnglish)).toBe('Added a note about …')
  expect(labelOfAction('note-account', sayIn('es'))).toBe('Añadió una nota sobre …')
  expect(labelOfAction('note-account', sayIn('de'))).toBe('Eine Notiz über … hinzugefügt')
  expect(labelOfAction('view-payments', sayIn('de'))).toBe('Die Liste der Zahlungen angesehen')
})

test('no two kinds of line have the same words in the filter', () => {
  expect(labelOfAction('change-vehicle', sayEnglish)).toBe('Changed a vehicle')
  expect(labelOfAction('change-vehicle', sayIn('es'))).toBe('Cambió un vehículo')
  expect(labelOfAction('change-vehicle', sayIn('de'))).toBe('Ein Fahrzeug geändert')
  for (const language of LANGUAGE_CODES) {
    const labels = AUDIT_ACTIONS.map((action) => labelOfAction(action, sayIn(language)))
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
  }
})

test('codes of a vehicle have their labels, and a list that was read the label of its column', () => {
  const vehicle = {
    action: 'change-vehicle',
    subjectKind: 'vehicle',
    subject: { vehicle: '2010 Kiri Urban' },
    reason: null,
  }
  const facts = {
    before: { drive: 'front', titleBrand: 'clean' },
    after: { drive: 'four-selectable', titleBrand: 'theft-recovery' },
  }
  expect(saidIn('en', { ...vehicle, ...facts })).toContain('Title brand: Clean → Theft recovery')
  expect(saidIn('de', { ...vehicle, ...facts })).toContain('Antrieb: Frontantrieb → Allradantrieb, zuschaltbar. ')
  const list = { action: 'view-staff', subjectKind: 'account', subject: null, before: null, reason: null }
  expect(saidIn('de', { ...list, after: { sort: 'Last seen' } })).toContain('Sortierung: Zuletzt gesehen.')
})

test('what people wrote is not taken for a line of the log', () => {
  expect(inLanguage('de', () => translated('Ann opened the door'))).toBe('Ann opened the door')
  expect(inLanguage('de', () => translated('a photo of my car'))).toBe('a photo of my car')
})
