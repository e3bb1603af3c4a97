import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { withoutSchemas } from './endpoints-for-pages.ts'

test('a page gets the method, path and access level of an endpoint, in the same lines', () => {
  const source = `export const listLots = endpoint({
  method: 'GET',
  path: '/api/lots',
  access: 'visitor',
  summary: 'Lots',
  query: z.object({
    limit: z.optional(z.int()),
  }),
  reply: z.array(Lot),
})
`
  const pages = withoutSchemas(source, 'lots.ts')
  expect(pages.replaceAll(/\s+/g, ' ').trim()).toBe(
    "export const listLots = ({ method: 'GET', path: '/api/lots', access: 'visitor', })",
  )
  expect(pages.split('\n')).toHaveLength(source.split('\n').length)
})

test('a page gets the columns and filters of a list, without the shape of its rows', () => {
  const source = "const list = adminList({ path: '/api/admin/lots', item: Row, columns: { lot }, filters: {} })"
  expect(withoutSchemas(source, 'lots.ts')).toBe(
    "const list = adminList({ path: '/api/admin/lots',  columns: { lot }, filters: {} })",
  )
})

test('a page gets a field without what files call it, and knows which field no file has', () => {
  const source = "const FIELDS = { vin: { label: 'VIN', heads: 'vin number|chassis' }, flaws: { heads: false } }"
  expect(withoutSchemas(source, 'fields.ts')).toBe(
    "const FIELDS = { vin: { label: 'VIN',  }, flaws: { heads: false } }",
  )
})

test('what a function adds to an endpoint stays', () => {
  const source = "const cancel = endpoint({ ...cancellation, method: 'POST', body: z.object({}) })"
  expect(withoutSchemas(source, 'cancel.ts')).toBe("const cancel = ({ ...cancellation, method: 'POST',  })")
})

test('a form imports its schema by name: that of an endpoint isn’t in the pages', () => {
  const faults = globSync('web/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => file !== path.join('web/platform/forms/schema-resolver.ts'))
    .flatMap((file) => {
      const uses = readFileSync(path.join(ROOT, file), 'utf8').match(/zodResolver\(\w+\.\w+|@hookform\/resolvers/g)
      return (uses ?? []).map((use) => `${file}: ${use}`)
    })
  expect(faults).toEqual([])
})
