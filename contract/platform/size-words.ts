const KILOBYTE = 1024
const MEGABYTE = KILOBYTE * KILOBYTE

/** The size of a file, as `12 kB` or `1.4 MB`: rounded up, at least 1 kB. */
export function sizeWords(bytes: number, locale: string): string {
  if (bytes < MEGABYTE) return `${Math.max(1, Math.ceil(bytes / KILOBYTE))} kB`
  const megabytes = (bytes / MEGABYTE).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return `${megabytes} MB`
}
