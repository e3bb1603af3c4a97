import { describe, expect, test } from 'vitest'
import { redirectOf } from './guard.ts'
import { person } from './stage.test-model.tsx'

const unpaid = person({ hasPaidMembershipFee: false, verificationStatus: 'pending', idDocument: null })
const unverified = person({ verificationStatus: 'pending', idDocument: null })
const waiting = person({
  verificationStatus: 'pending',
  idDocument: { submittedAt: 1, kind: 'passport', state: 'submitted' },
})

describe('the guards, in the order of the specification', () => {
  test('a public screen asks for nothing', () => {
    expect(redirectOf('none', null)).toBeNull()
    expect(redirectOf('none', unpaid)).toBeNull()
  })

  test('1. a screen needing login goes to /auth without a person', () => {
    for (const guard of ['login', 'paid', 'checked'] as const) expect(redirectOf(guard, null)).toBe('/auth')
    expect(redirectOf('login', unpaid)).toBeNull()
  })

  test('2. a screen needing payment goes to /payment while the fee is not paid', () => {
    expect(redirectOf('paid', unpaid)).toBe('/payment')
    expect(redirectOf('checked', unpaid)).toBe('/payment')
    expect(redirectOf('paid', unverified)).toBeNull()
  })

  test('3. the verification check leads by the document: none to /verification, sent to /verification-pending', () => {
    expect(redirectOf('checked', unverified)).toBe('/verification')
    expect(redirectOf('checked', waiting)).toBe('/verification-pending')
    expect(redirectOf('checked', person())).toBeNull()
  })

  test('4. a complete account is led to what is missing, the fee first, then the document, then the waiting', () => {
    expect(redirectOf('complete', unpaid)).toBe('/payment')
    expect(redirectOf('complete', person({ hasPaidMembershipFee: false }))).toBe('/payment')
    expect(redirectOf('complete', unverified)).toBe('/verification')
    expect(redirectOf('complete', waiting)).toBe('/verification-pending')
    expect(redirectOf('complete', person())).toBeNull()
  })

  test('4. an account that is not active goes by the same order', () => {
    expect(redirectOf('complete', person({ accountStatus: 'suspended', idDocument: null }))).toBe('/verification')
    expect(redirectOf('complete', person({ accountStatus: 'suspended' }))).toBeNull()
  })

  test('the complete-account group does nothing without a person', () => {
    expect(redirectOf('complete', null)).toBeNull()
  })
})
