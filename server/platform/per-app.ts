import type { App } from './app.ts'

/** A value that each application context has separately, such as a cache: created when it is first requested. */
export function perApp<T, A extends object = App>(make: (app: A) => T): (app: A) => T {
  const made = new WeakMap<A, { value: T }>()
  return (app) => {
    const known = made.get(app) ?? { value: make(app) }
    made.set(app, known)
    return known.value
  }
}
