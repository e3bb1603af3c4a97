import { expect, test } from 'vitest'
import { wordsOfValue } from './fact-words.ts'

test.each([
  ['fuel', 'electric', 'Electric', ['electric', 'ev', 'electrico', 'electrica', 'elektro', 'elektroauto']],
  ['fuel', 'petrol', 'Gasoline', ['gas', 'gasolina', 'benzin', 'benziner']],
  ['gearbox', 'manual', 'Manual', ['manual', 'stick', 'estandar', 'schaltgetriebe', 'schaltwagen']],
  ['gearbox', 'automatic', 'Automatic', ['automatic', 'automatica', 'automatico', 'automatik']],
  ['body', 'pickup', 'Pickup', ['pickup', 'truck', 'troca', 'camioneta']],
  ['body', 'van', 'Van', ['van', 'furgoneta', 'transporter']],
  ['colour', 'silver', 'Silver', ['silver', 'plata', 'silber', 'silbern']],
  ['colour', 'red', 'Red', ['red', 'rojo', 'rot']],
] as const)('%s %s is found as people call it in every language', (facet, value, label, said) => {
  expect(wordsOfValue(facet, { value, label })).toEqual(expect.arrayContaining([...said]))
})
