import type { App } from './app.ts'

/** A value that each application context has separately, such as a cache: created when it is first requested. */
export function perApp<T>(make: (app: App) => T): (app: App) => T {
  const made = new WeakMap<App, { value: T }>()
  return (app) => {
    const known = made.get(app) ?? { value: make(app) }
    made.set(app, known)
    return known.value
  }
}
