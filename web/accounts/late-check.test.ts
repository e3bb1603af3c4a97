import { expect, test, vi } from 'vitest'
import type { ResolverOptions } from 'react-hook-form'
import { lateCheck } from './late-check.ts'

type Draft = { email: string }

const options: ResolverOptions<Draft> = {
  fields: { email: { name: 'email', ref: { name: 'email' } } },
  shouldUseNativeValidation: false,
}

test('a form is checked once its check has loaded', async () => {
  const check = vi.fn(async (values: Draft) => ({ values, errors: {} }))
  const resolver = lateCheck<Draft, Draft>(async () => ({ default: check }))
  expect(await resolver({ email: 'ada' }, undefined, options)).toEqual({ values: { email: 'ada' }, errors: {} })
  expect(check).toHaveBeenCalledOnce()
})

test('if the check fails to load, the first field says so and nothing can be sent', async () => {
  const resolver = lateCheck<Draft, Draft>(() => Promise.reject(new TypeError('Failed to fetch')))
  const { values, errors } = await resolver({ email: 'ada' }, undefined, options)
  expect(values).toEqual({})
  expect(errors.email?.message).toContain('couldn’t check')
})
