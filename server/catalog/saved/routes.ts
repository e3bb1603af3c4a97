import type { FastifyInstance } from 'fastify'
import { accessDenial } from '#contract/accounts/access.ts'
import {
  CatalogFilter,
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
  stopAlerts,
  type SavedSearch,
} from '#contract/catalog/catalog.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { invalidInput, notFound, Problem, refuse } from '#server/platform/problem.ts'
import type { Person } from '#server/platform/person.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readStates } from '../filter.ts'
import { readSignedId } from '#server/platform/signed-id.ts'
import { deleteSaved, insertSaved, savedOf, STOP_ALERTS, stopSaved, updateSaved, type SavedRow } from './store.ts'

const SEARCHES_MAX = 50

export function savedSearchRoutes(http: FastifyInstance, app: App): void {
  serve(http, listSavedSearches, async ({ person }) => ({
    items: (await savedOf(app.db, person.id)).map(presentSaved),
  }))

  serve(http, saveSearch, async ({ body, person }) => {
    const { query, sees_prices } = readQuery(body.query, person)
    const { name, alert } = body
    const row = { id: newId(), account_id: person.id, name, query, sees_prices, alert }
    const saved = await insertSaved(app.db, row, SEARCHES_MAX)
    if (saved !== null) return presentSaved(saved)
    return refuse('too-many-searches', `You have ${SEARCHES_MAX} saved searches. Delete one first.`)
  })

  serve(http, changeSavedSearch, async ({ params, body, person }) => {
    const saved = await updateSaved(app.db, { id: params.searchId, accountId: person.id }, body)
    if (saved === undefined) throw notFound('this saved search')
    return presentSaved(saved)
  })

  serve(http, deleteSavedSearch, async ({ params, person }) => {
    if (!(await deleteSaved(app.db, { id: params.searchId, accountId: person.id }))) {
      throw notFound('this saved search')
    }
    return null
  })

  serve(http, stopAlerts, async ({ body }) => {
    const searchId = readSignedId(app.keys, STOP_ALERTS, body.token)
    const name = searchId === null ? undefined : await stopSaved(app.db, searchId)
    if (name === undefined) throw notFound('this saved search')
    return { name }
  })
}

/** The filters of a URL in a fixed order, and nothing else from it. Throws if this person may not use them. */
function readQuery(text: string, person: Person): { query: string; sees_prices: boolean } {
  const params = new URLSearchParams(text.replace(/^\?/, ''))
  const names = Object.keys(CatalogFilter.shape).filter((name) => (params.get(name) ?? '') !== '')
  const given = CatalogFilter.safeParse(Object.fromEntries(names.map((name) => [name, params.get(name)!])))
  if (!given.success)
    throw invalidInput([
      { field: 'query', message: 'This search link isn’t valid. Open the search and save it again.' },
    ])
  const stop = accessDenial(person, 'sees-prices')
  const { price, total } = given.data
  if ((price !== undefined || total !== undefined) && stop !== null)
    throw new Problem(stop.status, stop.code, stop.message)
  readStates(given.data.state, stop === null)
  const query = new URLSearchParams(names.map((name): [string, string] => [name, params.get(name)!])).toString()
  return { query, sees_prices: stop === null }
}

function presentSaved({ id, name, query, alert, created_at }: SavedRow): SavedSearch {
  return { id, name, query, alert, createdAt: created_at }
}
