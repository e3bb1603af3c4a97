import type { FastifyInstance } from 'fastify'
import { dateWords, dayWords } from '#contract/platform/days.ts'
import {
  type AuctionReport,
  exportAuctionReport,
  groupColumns,
  LOT_COLUMNS,
  printAuctionReport,
  readAuctionReport as readAuctionEndpoint,
} from '#contract/reporting/auction-report.ts'
import {
  AUCTION_COLUMNS,
  exportAuctionsReport,
  exportMonthReport,
  exportSellerReport,
  MONTH_COLUMNS,
  printAuctionsReport,
  printMonthReport,
  printSellerReport,
  readAuctionsReport as readAuctionsEndpoint,
  readMonthReport as readMonthEndpoint,
  readSellerReport as readSellerEndpoint,
  SELLER_COLUMNS,
} from '#contract/reporting/period-reports.ts'
import type { App } from '#server/platform/app.ts'
import { sendCsv } from '#server/platform/http/send-file.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { readAuctionReport } from './auction-report.ts'
import { readAuctionsReport, readMonthReport, readSellerReport } from './period-reports.ts'
import { openReport, reportCsv, sendPdf, writeTable } from './report-file.ts'

/** Reports on the page, as CSV and as PDF, from the same data. */
export function reportRoutes(http: FastifyInstance, app: App): void {
  serve(http, readAuctionEndpoint, ({ params }) => readAuctionReport(app, params.auctionId))

  serve(http, exportAuctionReport, async ({ params, reply }) => {
    const { lots } = await readAuctionReport(app, params.auctionId)
    return sendCsv(reply, 'auction-report', reportCsv(LOT_COLUMNS, lots))
  })

  serve(http, printAuctionReport, async ({ params, reply }) => {
    const report = await readAuctionReport(app, params.auctionId)
    return sendPdf(reply, 'auction-report', await auctionPdf(app, report))
  })

  serve(http, readAuctionsEndpoint, ({ query }) => readAuctionsReport(app, query.year))

  serve(http, exportAuctionsReport, async ({ query, reply }) => {
    const { year, rows, sums } = await readAuctionsReport(app, query.year)
    return sendCsv(reply, `auctions-${year}`, reportCsv(AUCTION_COLUMNS, [...rows, ...sums]))
  })

  serve(http, printAuctionsReport, async ({ query, reply }) => {
    const { year, rows, sums } = await readAuctionsReport(app, query.year)
    const pdf = await openReport(app, `Auctions of ${year}`)
    writeTable(pdf, AUCTION_COLUMNS, rows, sums)
    return sendPdf(reply, `auctions-${year}`, await pdf.end())
  })

  serve(http, readMonthEndpoint, ({ query }) => readMonthReport(app, query.year))

  serve(http, exportMonthReport, async ({ query, reply }) => {
    const { year, rows } = await readMonthReport(app, query.year)
    return sendCsv(reply, `months-${year}`, reportCsv(MONTH_COLUMNS, rows))
  })

  serve(http, printMonthReport, async ({ query, reply }) => {
    const { year, rows } = await readMonthReport(app, query.year)
    const pdf = await openReport(app, `Months of ${year}`)
    writeTable(pdf, MONTH_COLUMNS, rows)
    return sendPdf(reply, `months-${year}`, await pdf.end())
  })

  serve(http, readSellerEndpoint, ({ query }) => readSellerReport(app, query))

  serve(http, exportSellerReport, async ({ query, reply }) => {
    const { from, to, rows } = await readSellerReport(app, query)
    return sendCsv(reply, `sellers-${from}-${to}`, reportCsv(SELLER_COLUMNS, rows))
  })

  serve(http, printSellerReport, async ({ query, reply }) => {
    const { from, to, rows } = await readSellerReport(app, query)
    const pdf = await openReport(app, `Sellers, ${dateWords(from)} to ${dateWords(to)}`)
    writeTable(pdf, SELLER_COLUMNS, rows)
    return sendPdf(reply, `sellers-${from}-${to}`, await pdf.end())
  })
}

async function auctionPdf(app: App, report: AuctionReport): Promise<Buffer> {
  const { title, startsAt, all, byBody, byMake, people, lots } = report
  const { timeZone } = await readCompanyTerms(app)
  const pdf = await openReport(app, `Report: ${title}`)
  pdf.facts([
    ['Started', dayWords(startsAt, timeZone)],
    ['Viewers', String(people.viewers)],
    ['Interested people', String(people.interested)],
    ['Bidders', String(people.bidders)],
    ['Buyers', String(people.buyers)],
  ])
  for (const [name, groups] of [
    ['Body', byBody],
    ['Make', byMake],
  ] as const) {
    pdf.gap(16)
    writeTable(pdf, groupColumns(name), groups, [all])
  }
  pdf.gap(16)
  writeTable(pdf, LOT_COLUMNS, lots)
  return pdf.end()
}
