/** A sheet that people see when they open the workbook. `number`: its place among all sheets, from 1. `path`: in the archive. */
type Sheet = { number: number; name: string; path: string }

/** The visible sheets, in the order of the workbook. `links`: where its parts are, by id. */
export function sheetsOf({ workbook, links }: { workbook: string; links: string }): Sheet[] {
  const targets = new Map(tagsOf(links, 'Relationship').map((tag) => [tag['Id'], tag['Target'] ?? '']))
  return tagsOf(workbook, 'sheet').flatMap(({ name = '', id, state = '' }, index) => {
    const target = targets.get(id) ?? ''
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return /hidden/i.test(state) ? [] : [{ number: index + 1, name: plainText(name), path }]
  })
}

/** The attributes of every such tag, without their namespaces. */
function tagsOf(xml: string, tag: string): Partial<Record<string, string>>[] {
  return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${tag}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value])),
  )
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function plainText(xml: string): string {
  return xml.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name]!)
}

/** A cell whose formula ended in an error, or was saved without a result. `line`, `column`: from 0. `text`: `#REF!`, `=B2*2`. */
export type FailedFormula = { line: number; column: number; text: string }

export function failedFormulas(xml: string): FailedFormula[] {
  if (!xml.includes('<f') && !xml.includes('t="e"')) return []
  return [...xml.matchAll(/<c\b([^>]*)(?<!\/)>(.*?)<\/c>/gs)].flatMap(([, attributes = '', inner = '']) => {
    const [, letters = '', digits = ''] = /\br="([A-Z]{1,4})(\d{1,9})"/.exec(attributes) ?? []
    const [, kind = 'n'] = /\bt="(\w+)"/.exec(attributes) ?? []
    const text = failureOf(kind, inner)
    return text === null || letters === '' ? [] : [{ line: Number(digits) - 1, column: columnOf(letters), text }]
  })
}

function failureOf(kind: string, inner: string): string | null {
  const result = /<v\b[^>]*?(?:\/>|>([^<]*)<\/v>)/.exec(inner)
  const value = result === null ? null : (result[1] ?? '')
  if (kind === 'e') return value || '#VALUE!'
  // An empty text is a result; an empty number isn’t one.
  if (!inner.includes('<f') || (kind === 'str' ? value !== null : value)) return null
  const [, formula = ''] = /<f[^>]*>([^<]*)<\/f>/.exec(inner) ?? []
  return `=${plainText(formula)}`
}

/** `A` is 0, `AA` is 26. */
export function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
