import type { FastifyInstance } from 'fastify'
import {
  exportBankLines,
  findCandidates,
  listBankLines,
  matchBankLine,
  previewBankImport,
  readBankImport,
  returnBankLine,
  runBankImport,
  sendBankImportPart,
  startBankImport,
  takeBackLine,
  undoMatch,
  type BankLine,
} from '#contract/transfers.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { namesOf } from '../names-store.ts'
import { turned } from '../turning.ts'
import { importById, type ImportRow } from './import-store.ts'
import { announceFile, beginImport, presentImport, previewImport, takePart } from './imports.ts'
import { candidatesFor, matchLine, returnLine, suggestionFor } from './match-line.ts'
import { exportLines } from './export-lines.ts'
import { takeBack, undoLine } from './undo-line.ts'
import { pageOfLines, type BankLineRow } from './store.ts'

export function transferRoutes(app: FastifyInstance, house: House): void {
  const presentAll = async (rows: BankLineRow[]): Promise<BankLine[]> => {
    const names = await namesOf(
      house.db,
      rows.flatMap(({ account_id: id }) => (id === null ? [] : [id])),
    )
    return rows.map((row) => presentLine(row, row.account_id === null ? null : (names.get(row.account_id) ?? null)))
  }
  const suggestAll = async (lines: BankLine[], rows: BankLineRow[]): Promise<BankLine[]> => {
    const suggested: BankLine[] = []
    for (const [index, line] of lines.entries()) {
      const suggestion = await suggestionFor(house, rows[index]!)
      suggested.push({ ...line, suggestion })
    }
    return suggested
  }
  const presentOne = async (row: BankLineRow | Refusal) =>
    row instanceof Refusal ? row : (await presentAll([row]))[0]!
  const imported = (row: ImportRow | Refusal) => (row instanceof Refusal ? row : presentImport(row))

  serve(app, listBankLines, async ({ query: { show = 'open', q = '', ...turn } }) => {
    const { rows, total } = await pageOfLines(house.db, { open: show === 'open', q: q.trim() }, turn)
    return { items: await suggestAll(await presentAll(rows), rows), ...turned(turn, total) }
  })

  serve(app, exportBankLines, async ({ query: { show = 'open', q = '' }, reply }) => {
    const file = await exportLines(house, { open: show === 'open', q: q.trim() }, presentAll)
    return sendCsv(reply, 'transfers', file)
  })

  serve(app, findCandidates, async ({ params, query }) => ({
    items: await candidatesFor(house, params.lineId, query.q ?? ''),
  }))

  serve(app, matchBankLine, async ({ params, body, person }) =>
    presentOne(await matchLine(house, person.id, params.lineId, body)),
  )

  serve(app, returnBankLine, async ({ params, body, person }) =>
    presentOne(await returnLine(house, person.id, params.lineId, body.reason)),
  )

  serve(app, undoMatch, async ({ params, body, person }) =>
    presentOne(await undoLine(house, person.id, params.lineId, body.reason)),
  )

  serve(app, takeBackLine, async ({ params, body, person }) =>
    presentOne(await takeBack(house, person.id, params.lineId, body.reason)),
  )

  serve(app, startBankImport, async ({ body, person }) => imported(await announceFile(house, person.id, body)))

  serve(app, sendBankImportPart, async ({ params, body }) =>
    imported(await takePart(house, params.importId, params.number, body.text)),
  )

  serve(app, readBankImport, async ({ params }) => {
    const row = await importById(house.db, params.importId)
    if (row === null) throw notFound('this import')
    return presentImport(row)
  })

  serve(app, previewBankImport, ({ params, body }) => previewImport(house, params.importId, body.mapping))

  serve(app, runBankImport, async ({ params, body, person }) =>
    imported(await beginImport(house, person.id, params.importId, body.mapping)),
  )
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
