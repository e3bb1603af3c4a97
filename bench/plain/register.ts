import { registerHooks } from 'node:module'

/** The ways that exist for a benchmark, and the file that is replaced by its plain way of the same name in this folder. */
const REPLACED: Record<string, string> = {
  trip: '/server/bidding/lane/lane-client.ts',
  wire: '/server/fast-path/wire.ts',
  columns: '/server/fast-path/columns.ts',
  early: '/server/fast-path/early.ts',
  'leave-http': '/server/fast-path/leave-http.ts',
}

/** Ways of the pages: the build replaces them. */
const ON_THE_WEB = new Set(['first-action', 'late'])

const name = process.env['PADDOCK_PLAIN'] ?? ''
const replaced = REPLACED[name]
if (name !== '' && replaced === undefined && !ON_THE_WEB.has(name)) throw new Error(`There is no plain way of ${name}.`)

/** Loaded with `--import` into the servers under measurement: every import of the fast file gets the plain one. */
if (replaced !== undefined)
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const found = nextResolve(specifier, context)
      return found.url.endsWith(replaced) ? { ...found, url: new URL(`./${name}.ts`, import.meta.url).href } : found
    },
  })

if (ON_THE_WEB.has(name))
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isBuild = specifier === 'vite' && (context.parentURL ?? '').endsWith('/bin/build.mjs')
      return isBuild
        ? nextResolve(new URL('./vite.ts', import.meta.url).href, context)
        : nextResolve(specifier, context)
    },
  })
