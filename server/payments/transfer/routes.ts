import type { FastifyInstance } from 'fastify'
import {
  BANK_IMPORTS,
  findCandidates,
  listBankLines,
  matchBankLine,
  returnBankLine,
  takeBackLine,
  undoMatch,
  type BankLine,
} from '#contract/payments/transfers.ts'
import type { App } from '#server/platform/app.ts'
import { Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveImports } from '#server/platform/import/serve-imports.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { namesOf } from '../names-store.ts'
import { BANK_IMPORT, presentBankImport } from './bank-import.ts'
import { candidatesFor, matchLine, returnLine, suggestionsFor } from './match-line.ts'
import { takeBack, undoLine } from './undo-line.ts'
import { LINE_LIST, type BankLineRow } from './store.ts'

export function transferRoutes(http: FastifyInstance, app: App): void {
  const presentAll = async (rows: BankLineRow[]): Promise<BankLine[]> => {
    const names = await namesOf(
      app.db,
      rows.flatMap(({ account_id: id }) => (id === null ? [] : [id])),
    )
    return rows.map((row) => presentLine(row, row.account_id === null ? null : (names.get(row.account_id) ?? null)))
  }
  const presentOne = async (row: BankLineRow | Refusal) =>
    row instanceof Refusal ? row : (await presentAll([row]))[0]!

  serveList(http, app.db, listBankLines, LINE_LIST, {
    async present(rows: BankLineRow[]) {
      const [lines, suggestions] = await Promise.all([presentAll(rows), suggestionsFor(app, rows)])
      return lines.map((line, index) => ({ ...line, suggestion: suggestions[index] ?? null }))
    },
    presentRows: presentAll,
  })

  serve(http, findCandidates, async ({ params, query }) => ({
    items: await candidatesFor(app, params.lineId, query.q ?? ''),
  }))

  serve(http, matchBankLine, async ({ params, body, person }) =>
    presentOne(await matchLine(app, person.id, params.lineId, body)),
  )

  serve(http, returnBankLine, async ({ params, body, person }) =>
    presentOne(await returnLine(app, person.id, params.lineId, body.reason)),
  )

  serve(http, undoMatch, async ({ params, body, person }) =>
    presentOne(await undoLine(app, person.id, params.lineId, body.reason)),
  )

  serve(http, takeBackLine, async ({ params, body, person }) =>
    presentOne(await takeBack(app, person.id, params.lineId, body.reason)),
  )

  serveImports(http, app, BANK_IMPORT, BANK_IMPORTS, { present: presentBankImport })
}

function presentLine(row: BankLineRow, person: string | null): BankLine {
  return {
    id: row.id,
    state: stateOf(row),
    bookedOn: row.booked_on,
    amount: row.amount,
    remaining: row.remaining,
    currency: row.currency,
    text: row.text,
    payerName: row.payer_name,
    payerAccount: row.payer_account,
    person,
    hint: row.hint,
    returnedAt: row.returned_at,
    takenBackAt: row.taken_back_at,
    payBackAskedAt: row.pay_back_asked_at,
    suggestion: null,
  }
}

function stateOf(row: BankLineRow): BankLine['state'] {
  if (row.kind === 'out') return 'outgoing'
  if (row.taken_back_at !== null) return 'taken-back'
  if (row.returned_at !== null) return 'returned'
  if (row.kind === 'other-currency') return 'other-currency'
  if (row.remaining === 0) return 'used'
  return row.account_id === null ? 'to-match' : 'credit'
}
