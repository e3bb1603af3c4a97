import type { FastifyInstance } from 'fastify'
import { barrier } from '#contract/access.ts'
import {
  CatalogueFilter,
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
  stopAlerts,
  type SavedSearch,
} from '#contract/catalogue.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { invalidInput, notFound, Problem, refuse } from '#server/platform/problem.ts'
import type { Person } from '#server/platform/person.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readFilter } from '../filter.ts'
import { readSignedId } from '#server/platform/signed-id.ts'
import { deleteSaved, insertSaved, savedOf, STOP_ALERTS, stopSaved, updateSaved, type SavedRow } from './store.ts'

const SEARCHES_MAX = 50

export function savedSearchRoutes(app: FastifyInstance, house: House): void {
  serve(app, listSavedSearches, async ({ person }) => ({
    items: (await savedOf(house.db, person.id)).map(presentSaved),
  }))

  serve(app, saveSearch, async ({ body, person }) => {
    const { query, informed } = readQuery(body.query, person)
    const { name, alert } = body
    const row = { id: newId(), account_id: person.id, name, query, informed, alert }
    const saved = await insertSaved(house.db, row, SEARCHES_MAX)
    if (saved !== null) return presentSaved(saved)
    return refuse('too-many-searches', `You have ${SEARCHES_MAX} saved searches. Delete one first.`)
  })

  serve(app, changeSavedSearch, async ({ params, body, person }) => {
    const saved = await updateSaved(house.db, { id: params.searchId, accountId: person.id }, body)
    if (saved === undefined) throw notFound('this saved search')
    return presentSaved(saved)
  })

  serve(app, deleteSavedSearch, async ({ params, person }) => {
    if (!(await deleteSaved(house.db, { id: params.searchId, accountId: person.id }))) {
      throw notFound('this saved search')
    }
    return null
  })

  serve(app, stopAlerts, async ({ body }) => {
    const searchId = readSignedId(house.keys, STOP_ALERTS, body.token)
    const name = searchId === null ? undefined : await stopSaved(house.db, searchId)
    if (name === undefined) throw notFound('this saved search')
    return { name }
  })
}

/** The filters of an address in a fixed order, and nothing else that stands in it. Throws where this person may not ask so. */
function readQuery(text: string, person: Person): { query: string; informed: boolean } {
  const params = new URLSearchParams(text.replace(/^\?/, ''))
  const names = Object.keys(CatalogueFilter.shape).filter((name) => (params.get(name) ?? '') !== '')
  const given = CatalogueFilter.safeParse(Object.fromEntries(names.map((name) => [name, params.get(name)!])))
  if (!given.success) throw invalidInput([{ field: 'query', message: 'This search cannot be read.' }])
  const stop = barrier(person, 'informed')
  const { price, total } = given.data
  if ((price !== undefined || total !== undefined) && stop !== null)
    throw new Problem(stop.status, stop.code, stop.message)
  readFilter(given.data, stop === null, null)
  const query = new URLSearchParams(names.map((name): [string, string] => [name, params.get(name)!])).toString()
  return { query, informed: stop === null }
}

function presentSaved({ id, name, query, alert, created_at }: SavedRow): SavedSearch {
  return { id, name, query, alert, createdAt: created_at }
}
