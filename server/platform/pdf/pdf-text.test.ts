import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { openFonts } from './pdf-text.ts'

const runsOf = openFonts(new PDFDocument())

test.each([
  ['Kiri Urban שנה', ['Kiri Urban ', 'שנה']],
  ['שלום, 12 Main St.', ['שלום', ', 12 Main St.']],
  ['2010 قيري GT', ['2010 ', 'قيري', ' GT']],
  ['Ada Владимир Lee', ['Ada ', 'Владимир ', 'Lee']],
])('the spaces around right-to-left text stay between it and its neighbors: %s', (text, runs) => {
  expect(runsOf(text, { size: 10, strong: false }).map((run) => run.text)).toEqual(runs)
})
