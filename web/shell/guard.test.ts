import { describe, expect, test } from 'vitest'
import { accessDenial } from '#contract/accounts/access.ts'
import { redirectOf } from './guard.ts'
import { person } from './stage.test-support.tsx'

const unpaid = person({ hasPaidMembershipFee: false, verificationStatus: 'pending', idDocument: null })
const unverified = person({ verificationStatus: 'pending', idDocument: null })
const waiting = person({
  verificationStatus: 'pending',
  idDocument: { submittedAt: 1, kind: 'passport', state: 'submitted' },
})

type Person = ReturnType<typeof person>

function isComplete({ hasPaidMembershipFee, verificationStatus, accountStatus }: Person): boolean {
  return hasPaidMembershipFee && verificationStatus === 'verified' && accountStatus === 'active'
}

/** The fourth rule of section 4, word by word. */
function bySpecification(one: Person): string | null {
  if (isComplete(one)) return null
  if (!one.hasPaidMembershipFee) return '/payment'
  if (one.idDocument === null) return '/verification'
  return one.verificationStatus === 'pending' ? '/verification-pending' : null
}

describe('the guards, in the order of the specification', () => {
  test('a public screen asks for nothing', () => {
    expect(redirectOf('none', null)).toBeNull()
    expect(redirectOf('none', unpaid)).toBeNull()
  })

  test('1. a screen needing login goes to /auth without a person', () => {
    for (const guard of ['login', 'paid', 'checked'] as const) expect(redirectOf(guard, null)).toBe('/auth')
    expect(redirectOf('login', unpaid)).toBeNull()
  })

  test('2. a screen that needs payment goes to /payment while the fee is not paid', () => {
    expect(redirectOf('paid', unpaid)).toBe('/payment')
    expect(redirectOf('checked', unpaid)).toBe('/payment')
    expect(redirectOf('paid', unverified)).toBeNull()
  })

  test('3. the verification check leads by the document: none to /verification, sent to /verification-pending', () => {
    expect(redirectOf('checked', unverified)).toBe('/verification')
    expect(redirectOf('checked', waiting)).toBe('/verification-pending')
    expect(redirectOf('checked', person())).toBeNull()
  })

  test('4. an incomplete account is led to what is missing: the fee, then the document, then the waiting page', () => {
    expect(redirectOf('complete', unpaid)).toBe('/payment')
    expect(redirectOf('complete', person({ hasPaidMembershipFee: false }))).toBe('/payment')
    expect(redirectOf('complete', unverified)).toBe('/verification')
    expect(redirectOf('complete', waiting)).toBe('/verification-pending')
    expect(redirectOf('complete', person())).toBeNull()
  })

  test('4. an inactive account follows the same order', () => {
    expect(redirectOf('complete', person({ accountStatus: 'suspended', idDocument: null }))).toBe('/verification')
    expect(redirectOf('complete', person({ accountStatus: 'suspended' }))).toBeNull()
  })

  test('4. where the server says what is missing, the guard leads there, and nowhere else', () => {
    const documents = [null, { submittedAt: 1, kind: 'passport', state: 'submitted' }] as const
    for (const hasPaidMembershipFee of [true, false])
      for (const verificationStatus of ['pending', 'verified'] as const)
        for (const accountStatus of ['active', 'suspended'] as const)
          for (const idDocument of documents) {
            const one = person({ hasPaidMembershipFee, verificationStatus, accountStatus, idDocument })
            const leads = redirectOf('complete', one)
            expect(leads).toBe(bySpecification(one))
            expect(accessDenial(one, 'complete')?.goTo ?? null).toBe(leads ?? (isComplete(one) ? null : '/support'))
          }
  })

  test('the complete-account group does nothing without a person', () => {
    expect(redirectOf('complete', null)).toBeNull()
  })
})
