/** What spreadsheets take for a formula when a cell begins with it. Source: OWASP, CSV injection. */
const FORMULA = /^[=+\-@\t\r]/

/** Rows as CSV (RFC 4180, with a byte order mark, so that spreadsheets read UTF-8). A cell that would be a formula is made text. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(cellOf).join(','))
  return `\ufeff${lines.join('\r\n')}\r\n`
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
