import { expect, test } from 'vitest'
import { csvRecord } from './csv.ts'

/** Cells of a record as read by a spreadsheet that uses `separator`; quotes count only at the start of a cell. */
function cellsRead(record: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < record.length; at += 1) {
    const character = record.charAt(at)
    if (isQuoted && character === '"' && record.charAt(at + 1) === '"') cell += record.charAt((at += 1))
    else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && (character === separator || /[\r\n]/.test(character))) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}

const HOSTILE = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  ' =1+1',
  '\t=1+1',
  '\r=1+1',
  'Ada;=1+1',
  'Ada; =1+1',
  'Ada\t=1+1',
  'Ada\n=1+1',
  'Ada"x;=1+1',
  'Ada;-cmd',
  'Ada;@x',
  '\uff1d1+1',
]

test.each(HOSTILE)(
  'no cell of a file starts a formula, whatever separates cells in the program that opens it: %j',
  (text) => {
    for (const record of [csvRecord(['Boris', text, 'x']), csvRecord([text]), csvRecord(['a,b', text])]) {
      for (const separator of [',', ';', '\t']) {
        const formulas = cellsRead(record, separator).filter((cell) => /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell))
        expect(formulas, `${JSON.stringify(record)} split at ${JSON.stringify(separator)}`).toEqual([])
      }
    }
  },
)

test('other text is written unchanged', () => {
  expect(csvRecord(['Ada Quist', -12, '-12.50', null, 'a-b', '1=1', 'x@y.example'])).toBe(
    'Ada Quist,-12,-12.50,,a-b,1=1,x@y.example\r\n',
  )
  expect(csvRecord(['a;b', 'a,b', 'a"b', 'a\nb'])).toBe('"a;b","a,b","a""b","a\nb"\r\n')
})
