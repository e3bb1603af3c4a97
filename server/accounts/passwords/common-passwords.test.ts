import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

describe('a password is refused when it is', () => {
  test.each([
    ['a common one with digits behind', 'password12345'],
    ['a common one with digits before', '2026qwertyuiop'],
    ['a common one in capitals with signs', 'Iloveyou-1234!!'],
    ['a common one with digits for letters', 'p4ssw0rd!!!!!!'],
    ['a common one twice', 'sunshinesunshine'],
    ['a common sentence', 'correct horse battery staple'],
    ['a row of keys', 'qwertyuiopasdfghjkl'],
    ['a row of digits', '123456789012'],
    ['a row of digits backwards', '0987654321098'],
    ['the alphabet', 'abcdefghijklm'],
    ['few characters over and over', 'abababababab'],
    ['the same text over and over', 'tractortractortractor'.replaceAll('tractor', 'abc')],
  ])('%s', (_, password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test('too similar to the email or the name', () => {
    expect(isCommonPassword('ada.quist-2026', ['ada.quist'])).toBe(true)
    expect(isCommonPassword('QuistQuist12', ['Ada Quist'])).toBe(true)
  })
})

test('your own password is accepted with any characters', () => {
  for (const password of [
    'seven quiet herons',
    'kX9#vTq2!mLw',
    'зелёный чай утром',
    'ada-demo-paddock',
    'my red tractor 88',
  ]) {
    expect(isCommonPassword(password, ['ada', 'Ada Quist'])).toBe(false)
  }
})
