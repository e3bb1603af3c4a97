import { expect, test, vi } from 'vitest'
import type { ResolverOptions } from 'react-hook-form'
import { lateCheck } from './late-check.ts'

type Draft = { email: string }

const options: ResolverOptions<Draft> = {
  fields: { email: { name: 'email', ref: { name: 'email' } } },
  shouldUseNativeValidation: false,
}

test('a form is checked by the check that comes', async () => {
  const check = vi.fn(async (values: Draft) => ({ values, errors: {} }))
  const resolver = lateCheck<Draft, Draft>(async () => ({ default: check }))
  expect(await resolver({ email: 'ada' }, undefined, options)).toEqual({ values: { email: 'ada' }, errors: {} })
  expect(check).toHaveBeenCalledOnce()
})

test('where the check does not come, the first field says so and nothing can be sent', async () => {
  const resolver = lateCheck<Draft, Draft>(() => Promise.reject(new TypeError('Failed to fetch')))
  const { values, errors } = await resolver({ email: 'ada' }, undefined, options)
  expect(values).toEqual({})
  expect(errors.email?.message).toContain('could not be checked')
})
