import { expect, test } from 'vitest'
import { TAKEN_OUT, withoutContacts } from './contacts.ts'

test.each([
  'ada@demo.paddock.example',
  'ada (at) demo.paddock.example',
  'https://elsewhere.example/lot?id=7',
  'www.elsewhere.nl/offer',
  'elsewhere.com',
  '@ada_cars',
  '+1 555 0100',
  '+31 (0)20 555-0142',
  '020-555 0142 7',
  '(312) 555-0142',
])('%s is removed from what others read', (contact) => {
  const shown = withoutContacts(`Reach me: ${contact} please`)
  expect(shown).toBe(`Reach me: ${TAKEN_OUT} please`)
})

test.each([
  'Has the belt of the 2.0 TDI been changed at 120,000 km, in 2018 or 2019?',
  'Is VIN J9KUR41B2AK141894 right? The plate says 141 894.',
  'Would you take 12,500.00 for it?',
  'Does it run.It did not in the video.',
  'Two keys and/or a spare wheel (R16 205/55)?',
])('%s is left unchanged', (text) => {
  expect(withoutContacts(text)).toBe(text)
})
