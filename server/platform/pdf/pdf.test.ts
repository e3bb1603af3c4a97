import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect, test } from 'vitest'
import { openPdf } from './pdf.ts'

const company = {
  name: 'Paddock',
  address: '12 Saddler’s Yard, Springfield',
  email: 'office@paddock.example',
  phone: '+1 555 0142',
}
const meta = { title: 'Receipt R-7', company, at: Date.UTC(2026, 10, 20), footer: 'Receipt R-7' }

/** The text of every page, as a reader extracts it from the file. */
async function pagesOf(file: Buffer): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(file)
  const pages = [...document.pages()].map((page) => page.getText())
  document.destroy()
  library.destroy()
  return pages
}

test('names in non-Latin scripts come out of the file unchanged', async () => {
  const names = [
    'Łukasz Żółć',
    'İbrahim Şahin',
    'Nguyễn Thị Hạnh',
    'Ελένη Παπαδάκη',
    'Владимир Щукин',
    'Երևան',
    'თბილისი',
  ]
  const pdf = openPdf(meta)
  for (const name of names) pdf.write(name)
  const [text] = await pagesOf(await pdf.end())
  for (const name of names) expect(text).toContain(name)
})

test('a character that no font has is visibly missing, and its neighbors stay', async () => {
  const pdf = openPdf(meta)
  pdf.write('Ada 李 Lee')
  expect((await pagesOf(await pdf.end()))[0]).toContain('Ada \u25a1 Lee')
})

test('a long table continues on further pages with its header repeated, its total last and every page numbered', async () => {
  const pdf = openPdf(meta)
  const rows = Array.from({ length: 120 }, (_, index) => [`Line ${index + 1}`, `$${index + 1}.00`])
  const columns = [
    { label: 'For', share: 0.7 },
    { label: 'Amount', share: 0.3, align: 'right' as const },
  ]
  pdf.table(columns, rows, [['Total', '$7,260.00']])
  const pages = await pagesOf(await pdf.end())
  expect(pages.length).toBeGreaterThan(2)
  pages.forEach((page, index) => {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toContain('Amount')
  })
  for (const [label] of rows)
    expect(
      pages.filter((page) => page.split(/\r?\n/).some((line) => line.startsWith(`${label} `) || line === label)),
    ).toHaveLength(1)
  expect(pages.at(-1)).toContain('$7,260.00')
})

test('a number wider than its column is set smaller, never broken', async () => {
  const pdf = openPdf(meta)
  const columns = [
    { label: 'Watchers', share: 0.05, align: 'right' as const },
    { label: 'Lot', share: 0.95 },
  ]
  pdf.table(columns, [['$1,234,567.00', '1040']])
  const [text] = await pagesOf(await pdf.end())
  expect(text).toContain('Watchers')
  expect(text).toContain('$1,234,567.00')
})

test('a word wider than the page is broken, not cut off', async () => {
  const pdf = openPdf(meta)
  pdf.write('W'.repeat(200))
  expect((await pagesOf(await pdf.end()))[0]!.match(/W/g)).toHaveLength(200)
})

test('the fonts are embedded, and the same facts make the same bytes', async () => {
  const make = () => {
    const pdf = openPdf(meta)
    pdf.heading('Receipt')
    pdf.facts([['By', 'Владимир']])
    return pdf.end()
  }
  const [first, second] = [await make(), await make()]
  expect(first.equals(second)).toBe(true)
  expect(first.toString('latin1').match(/FontFile2/g)!.length).toBeGreaterThanOrEqual(3)
})
