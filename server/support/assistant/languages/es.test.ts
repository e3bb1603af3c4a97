import { expect, test } from 'vitest'
import { intentIn } from '../words-of.ts'

test('whether the membership fee is given back is a question about the rules, not about the person', async () => {
  for (const question of ['¿me regresan la membresía si no pujo?', 'si no compro, ¿me devuelven la membresía?'])
    expect((await intentIn('es', question))?.about, question).not.toBe('membership')
  expect(await intentIn('es', '¿ya pagué mi membresía?')).toEqual({ about: 'membership' })
})
