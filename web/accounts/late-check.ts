import { t } from '#web/platform/language/text.ts'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

type Fetch<T extends FieldValues, O> = () => Promise<{ default: Resolver<T, unknown, O> }>

const UNREACHABLE = t`We couldn’t check the form. Check your connection and try again.`

/**
 * Validates a form by a contract schema that loads in its own file: a page that opens first does not load the schemas
 * until the person types. If the file fails to load, the first field shows the error and nothing is sent.
 */
export function lateCheck<T extends FieldValues, O>(fetchCheck: Fetch<T, O>): Resolver<T, unknown, O> {
  return async (values, context, options) => {
    const check = await fetchCheck().catch(() => null)
    if (check !== null) return check.default(values, context, options)
    const [field = 'root'] = Object.keys(options.fields)
    return { values: {}, errors: { [field]: { type: 'unreachable', message: UNREACHABLE } } as FieldErrors<T> }
  }
}
