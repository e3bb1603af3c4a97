import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LOT_DOCUMENT_KINDS, type LotDocumentKind } from '#contract/lots/lot-documents.ts'
import type { ShippingTable } from '#contract/lots/shipping.ts'
import { takeDocument } from '#server/lots/documents/take-document.ts'
import { openFiles } from '#server/platform/files/files.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { openQuestionAbout, questionsAbout, type Asked, type AskedFacts } from './catalog/questions.ts'

const rate = (base: number, perMile: number) => ({ base, perMile })
const RATES = { small: rate(12_000, 60), car: rate(18_000, 95), large: rate(24_000, 125), heavy: null }

/** The demo company's transport settings. Prices in minor units. */
const SHIPPING: ShippingTable = {
  zones: [
    { name: 'Springfield and around', from: '', country: 'US', places: ['62'], miles: 25, rates: RATES },
    { name: 'Illinois', from: '', country: 'US', places: ['IL', '60', '61'], miles: 180, rates: RATES },
    { name: 'Midwest', from: '', country: 'US', places: ['4', '5', '6'], miles: 420, rates: RATES },
    { name: 'West', from: '', country: 'US', places: ['8', '9'], miles: 1900, rates: RATES },
    { name: 'United States', from: '', country: 'US', places: [], miles: 950, rates: RATES },
    {
      name: 'Canada',
      from: '',
      country: 'CA',
      places: [],
      miles: 800,
      rates: { ...RATES, car: rate(42_000, 105), large: rate(52_000, 140) },
    },
  ],
  notRunning: 9500,
  note: 'The carrier confirms the price and the date.',
}

const DOCUMENTS: Partial<Record<LotDocumentKind, string>> = {
  title: 'Title, sample',
  registration: 'Registration, sample',
  inspection: 'Inspection report, sample',
}

type Page = {
  lot_id: string
  lot_number: number
  vehicle_id: string
  title: string
  facts: Omit<AskedFacts, 'isInspected'> & { inspection: object | null }
}

/** Adds the demo's questions, documents and transport table to open lots that have none. May be called at any time. */
export async function furnishLotPages(app: App): Promise<void> {
  await sql`
    insert into setting (key, value) values ('shipping', ${JSON.stringify(SHIPPING)}::jsonb) on conflict do nothing`.execute(
    app.db,
  )
  const people = await sql<{ id: string; staff: boolean }>`
    select id, role = 'auctioneer' as staff from account
    where demo and (role = 'auctioneer' or (role = 'member' and verification_status = 'verified' and account_status = 'active'))
    order by staff desc, paddle`.execute(app.db)
  const [auctioneer, ...bidders] = people.rows
  if (auctioneer?.staff !== true || bidders.length === 0) return
  const bare = await sql<Page>`
    select l.id as lot_id, l.lot_number, l.vehicle_id, l.title,
      v.facts || jsonb_build_object('make', v.make, 'model', v.model, 'body', v.body) as facts
    from lot l join auction a on a.id = l.auction_id join vehicle v on v.id = l.vehicle_id
    where a.demo and l.published_at is not null and l.closed_at is null
      and not exists (select 1 from vehicle_document d where d.vehicle_id = l.vehicle_id)
    order by l.lot_number`.execute(app.db)
  const files = await openFiles(app.config, 'lot-documents')
  for (const page of bare.rows) {
    await ask(app, page, bidders[page.lot_number % bidders.length]!.id, auctioneer.id)
    for (const kind of LOT_DOCUMENT_KINDS) {
      const words = DOCUMENTS[kind]
      if (words === undefined || (kind === 'inspection' && page.lot_number % 2 === 0)) continue
      const content = onePage([words, page.title, `Lot ${page.lot_number}`])
      const hash = createHash('sha256').update(content).digest()
      const { vehicle_id: vehicleId } = page
      await takeDocument(app, files, { vehicleId, kind, content, hash, name: `${words}.pdf`, actorId: auctioneer.id })
    }
  }
}

/** A lot in three has no question, one in twelve one that nobody has answered. */
async function ask(app: App, { lot_id: lotId, lot_number: number, facts }: Page, bidder: string, auctioneer: string) {
  const about = { ...facts, isInspected: facts.inspection !== null }
  const all = questionsAbout(about)
  const first = number % 3 === 0 ? [] : all.slice(0, 1 + (number % 2))
  const asked: Asked[] = number % 12 === 5 ? [...first, [openQuestionAbout(about), null]] : first
  for (const [index, [question, answer]] of asked.entries()) {
    const hours = 3 + index
    await sql`
      insert into lot_question (id, lot_id, account_id, text, asked_at, answer, answered_at, answered_by)
      values (${newId()}, ${lotId}, ${bidder}, ${question}, clock_timestamp() - ${`${hours} hours`}::interval, ${answer},
        case when ${answer}::text is null then null else clock_timestamp() - ${`${hours - 1} hours`}::interval end,
        case when ${answer}::text is null then null else ${auctioneer}::uuid end)`.execute(app.db)
  }
}

/** A one-page PDF with a few lines of plain text. */
function onePage(lines: string[]): Buffer {
  const shown = lines.map((line) => `(${line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, '\\$&')}) Tj T*`)
  const stream = `BT /F1 18 Tf 72 720 Td 28 TL ${shown.join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}
