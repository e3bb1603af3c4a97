import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

type Fetch<T extends FieldValues, O> = () => Promise<{ default: Resolver<T, unknown, O> }>

const UNREACHABLE = 'The form could not be checked. Look at your connection and try again.'

/**
 * Checks a form by a schema of the contract that comes in a file of its own: a page that opens first does without the schemas until
 * somebody writes. Where the file does not come, the first field says so and nothing is sent.
 */
export function lateCheck<T extends FieldValues, O>(fetchCheck: Fetch<T, O>): Resolver<T, unknown, O> {
  return async (values, context, options) => {
    const check = await fetchCheck().catch(() => null)
    if (check !== null) return check.default(values, context, options)
    const [field = 'root'] = Object.keys(options.fields)
    return { values: {}, errors: { [field]: { type: 'unreachable', message: UNREACHABLE } } as FieldErrors<T> }
  }
}
