import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import type { PdfJob } from './pdf-job.ts'
import { drawPdf } from './pdf-sheet.ts'
import { drawInThread } from './pdf-thread.ts'

const company = { name: 'Paddock', address: '12 Saddler’s Yard', email: 'office@paddock.example', phone: '+1 555 0142' }
const meta = { title: 'Long', company, at: Date.UTC(2026, 10, 20), footer: 'Long' }

function jobOf(rows: number): PdfJob {
  const columns = [
    { label: 'For', share: 0.7 },
    { label: 'Amount', share: 0.3, align: 'right' as const },
  ]
  const lines = Array.from({ length: rows }, (_, row) => [`Vehicle number ${row} and its Документы`, `$${row}.00`])
  return { meta, language: 'en', steps: [{ does: 'table', columns, rows: lines, sums: [] }] }
}

/** The test measures which thread draws, not how fast: a busy machine may take its time. */
const PATIENT_MS = 60_000

/** The share of the time in which this thread had something to do. */
async function utilizationOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  return performance.eventLoopUtilization(before).utilization
}

test('this thread stays free while a long document is rendered, and would not if it rendered it itself', async () => {
  await drawInThread(jobOf(1), PATIENT_MS)
  const job = jobOf(200)
  expect(await utilizationOf(() => drawInThread(job, PATIENT_MS))).toBeLessThan(0.3)
  expect(await utilizationOf(() => drawPdf(job))).toBeGreaterThan(0.7)
})

test('the thread renders what would be rendered here, byte for byte', async () => {
  const job = jobOf(30)
  expect((await drawInThread(job)).equals(await drawPdf(job))).toBe(true)
})

test('a document that takes too long is abandoned, and the next one is rendered', async () => {
  await expect(drawInThread(jobOf(2000), 20)).rejects.toMatchObject({ status: 503, code: 'busy' })
  expect((await drawInThread(jobOf(1))).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a document that cannot be rendered says why, and affects no other', async () => {
  const broken = { ...jobOf(1), meta: { ...meta, company: { ...company, logo: Buffer.from('no picture') } } }
  const [first, second] = await Promise.allSettled([drawInThread(broken), drawInThread(jobOf(1))])
  expect(first).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching('could not render') } })
  expect(second.status).toBe('fulfilled')
})

test('the queue is limited, and requests beyond it are asked to come back', async () => {
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => drawInThread(jobOf(1))))
  const refused = all.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(5)
  expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'busy' } })
})
