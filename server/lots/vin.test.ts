import { describe, expect, test } from 'vitest'
import { hasValidCheckDigit, isVin, vinCheckDigit, withCheckDigit } from './vin.ts'

describe('the check digit of a VIN', () => {
  test('is that of the published examples', () => {
    expect(vinCheckDigit('1M8GDM9AXKP042788')).toBe('X')
    expect(vinCheckDigit('11111111111111111')).toBe('1')
    expect(vinCheckDigit('5GZCZ43D13S812715')).toBe('1')
  })

  test('finds one wrong character', () => {
    expect(hasValidCheckDigit('1M8GDM9AXKP042788')).toBe(true)
    expect(hasValidCheckDigit('1M8GDM9AXKP042789')).toBe(false)
  })

  test('is put in the ninth place', () => {
    expect(withCheckDigit('1M8GDM9A0KP042788')).toBe('1M8GDM9AXKP042788')
  })
})

test('a VIN has 17 characters and none of I, O and Q', () => {
  expect(isVin('1M8GDM9AXKP042788')).toBe(true)
  expect(isVin('1M8GDM9AXKP04278')).toBe(false)
  expect(isVin('1M8GDM9AXKPO42788')).toBe(false)
})
