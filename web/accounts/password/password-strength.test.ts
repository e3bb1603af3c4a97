import { expect, test } from 'vitest'
import { passwordStrength, strengthWords } from './password-strength.ts'

test('a password of fewer than twelve characters is short, whatever it is made of', () => {
  expect(passwordStrength('Xk9!pQ2@vL7')).toBe('short')
  expect(strengthWords('Xk9!pQ2@vL7')).toBe('Too short: 1 more character.')
})

test.each(['aaaaaaaaaaaaaaaa', '123456789012345', 'passwordpassword', 'abcdefghijklmnop'])('%s is weak', (password) => {
  expect(passwordStrength(password)).toBe('weak')
})

test('a person’s own name and email make a password no stronger', () => {
  expect(passwordStrength('ada quist ada quist', ['Ada Quist', 'ada@demo.paddock.example'])).toBe('weak')
})

test.each(['walnut ferry copper tuesday', 'Vq7#mRt2&kWz9!pL'])('%s is good or strong', (password) => {
  expect(['good', 'strong']).toContain(passwordStrength(password))
})
