import { csvRecord } from '#server/platform/csv.ts'

/** Rows under a head as a CSV file, with a byte order mark, so that spreadsheets read it as UTF-8. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${[head, ...rows].map((cells) => csvRecord(cells)).join('')}`
}
