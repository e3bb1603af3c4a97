/** What a spreadsheet would take for a formula; a minus before a plain number is none. */
const FORMULA = /^(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?$))/

/**
 * One record of a CSV file by RFC 4180. A text that a spreadsheet would run gets an apostrophe in front (OWASP, CSV injection): what
 * people write about themselves never becomes a formula on a colleague's computer.
 */
export function csvRecord(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
