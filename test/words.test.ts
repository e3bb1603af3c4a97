import { execFileSync } from 'node:child_process'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { lineOf, nodesOf, ourFiles, read, ROOT } from './source-tree.ts'
import { EXCEPTIONS, OLD_WORDS, type OldWord } from './words.ts'

/** Plain American English, and one word for one thing: see GLOSSARY.md for the words and test/words.ts for what they replaced. */

const THE_RULE = /^test\/words\b/
/** Commits up to this one keep their subjects. */
const RENAMED_AT = 'e04f8bb'
const TOO_LONG = 'Name pending requests, the metrics server and the invoice check for what they do'

type Where = OldWord['where'][number]
type Unit = { where: Where; line: number; text: string }

/** Public texts, and words that the assistant knows, in other languages. */
const NOT_ENGLISH = /^server\/content\/shipped\/[a-z]{2}\/|\/assistant\/languages\/[a-z]{2}\.ts$/

const files = ourFiles().filter((file) => !THE_RULE.test(file) && !NOT_ENGLISH.test(file))
const sources = files
  .filter((file) => /\.(ts|tsx|mts|mjs|js)$/.test(file))
  .map((file) => ({ file, units: sourceUnits(file) }))

test('names, comments and product text use the words of the glossary, in American English', () => {
  expect(sources.flatMap(({ file, units }) => faultsIn(file, units))).toEqual([])
})

test('documents and configuration use the words of the glossary, in American English', () => {
  const faults = files.flatMap((file) => {
    if (file.endsWith('.md')) return faultsIn(file, blocksOf(withoutCode(read(file))))
    if (file.endsWith('.sql')) return faultsIn(file, linesOf(read(file), /--\s+(.*)$/))
    return /\.(css|html|ya?ml|conf|service|example)$|^deploy\/.*\.json$|^\.ci\/run$/.test(file)
      ? faultsIn(file, linesOf(read(file), /^(.*)$/))
      : []
  })
  expect(faults).toEqual([])
})

test('files and folders are named in the words of the glossary', () => {
  const faults = files.flatMap((file) =>
    faultsIn(file, [{ where: 'names', line: 1, text: file.replaceAll(/[-/._]/g, ' ') }]),
  )
  expect(faults).toEqual([])
})

test('the subjects of commits use the words of the glossary and have at most 72 characters', () => {
  const faults = subjects().flatMap((subject) => [
    ...faultsIn('commit', [{ where: 'prose', line: 1, text: withoutQuotes(subject) }]),
    ...(subject.length > 72 && !subject.startsWith('Merge ') && subject !== TOO_LONG
      ? [`"${subject}" has ${subject.length} characters: at most 72.`]
      : []),
  ])
  expect(faults).toEqual([])
})

test('a decision record fits one screen and says context, decision and consequences', () => {
  const faults = files
    .filter((file) => file.startsWith('docs/decisions/'))
    .flatMap((file) => {
      const lines = read(file).trimEnd().split('\n')
      const lacks = ['Context', 'Decision', 'Consequences'].filter(
        (part) => !lines.some((line) => line.startsWith(`**${part}.**`)),
      )
      return [
        ...lacks.map((part) => `${file} has no paragraph that begins with **${part}.**`),
        ...(lines.length > 40 ? [`${file} has ${lines.length} lines: at most 40.`] : []),
        ...lines
          .filter((line) => line.length > 120)
          .map((line) => `${file} has a line of ${line.length} characters: at most 120.`),
      ]
    })
  expect(faults).toEqual([])
})

test('the rule finds old words where they stand, and no ordinary ones', () => {
  const found = (text: string) => faultsIn('web/a.ts', [{ where: 'prose', line: 1, text }]).length
  const old = [
    'The house is told anew',
    'Leave a maximum',
    'complete bidders',
    'It was cancelled',
    'He bids',
    'the sealed acts',
    'what every room needs',
    'He stands beside it, two in all.',
  ]
  const ordinary = [
    'an auction house',
    'make room for it',
    "state 'cancelled'",
    'no room left',
    'there is none',
    'in all lots',
    'links that act in their name',
    'bg-paper text-ink',
    'household, headroom, paperwork, talking',
  ]
  expect(old.filter((text) => found(text) === 0)).toEqual([])
  expect(ordinary.filter((text) => found(text) > 0)).toEqual([])
})

/** Most texts have no old word: one pattern of all tells so at once. */
const ANY = new RegExp(OLD_WORDS.map(({ pattern }) => pattern.source).join('|'), 'i')

function faultsIn(file: string, units: readonly Unit[]): string[] {
  const exceptions = EXCEPTIONS.filter((each) => each.file.test(file))
  return units.flatMap(({ where, line, text }) => {
    if (!ANY.test(text)) return []
    return OLD_WORDS.flatMap(({ pattern, instead, where: places }) => {
      const found = places.includes(where) ? pattern.exec(text) : null
      if (found === null || exceptions.some(({ says }) => says?.test(found[0].toLowerCase()) ?? true)) return []
      const around = text.slice(Math.max(0, found.index - 30), found.index + found[0].length + 30).trim()
      return [`${file}:${line} says "${found[0]}" (… ${around} …). Say: ${instead}.`]
    })
  })
}

/** Identifiers, texts and comments of a source file, and its code without texts and comments. */
function sourceUnits(file: string): Unit[] {
  const text = read(file)
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const units: Unit[] = []
  const names = new Set<string>()
  const blanked = text.split('')
  for (const node of nodesOf(tree)) {
    const line = lineOf(tree, node.getStart())
    if (ts.isIdentifier(node) && !names.has(node.text)) {
      names.add(node.text)
      units.push({ where: 'names', line, text: wordsOf(node.text) })
    }
    if (!isText(node)) continue
    blanked.fill(' ', node.getStart(), node.end)
    const said = node.text.replaceAll(/\s+/g, ' ').trim()
    if (said.includes(' ') && !isStatement(node)) units.push({ where: 'prose', line, text: said })
    else if (/^[A-Z][a-z]+$/.test(said)) units.push({ where: 'prose', line, text: said })
  }
  const code = blanked.join('')
  const comments = [...code.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*(?:\n\s*\/\/.*)*/g)].map(({ 0: found, index }) => ({
    where: 'prose' as const,
    line: lineOf(tree, index),
    // The text itself: a quotation mark within a comment is no text of the program.
    text: withoutCode(text.slice(index, index + found.length)).replaceAll(/\n\s*(?:\*|\/\/)?|\s+/g, ' '),
  }))
  const bare = code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  return [...units, ...comments, { where: 'code', line: 1, text: bare }]
}

type Text = ts.StringLiteralLike | ts.TemplateLiteralToken | ts.JsxText | ts.RegularExpressionLiteral

function isText(node: ts.Node): node is Text {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node) ||
    ts.isJsxText(node) ||
    ts.isRegularExpressionLiteral(node)
  )
}

/** SQL, which names columns and codes as they are stored, and patterns. */
function isStatement(node: Text): boolean {
  if (ts.isRegularExpressionLiteral(node)) return true
  const holder = ts.isTemplateSpan(node.parent) ? node.parent.parent : node.parent
  if (isTagged(ts.isTemplateExpression(holder) ? holder.parent : holder)) return true
  return /^\s*(?:select .* from|insert into|update \w+ set|delete from|create table|alter table)\s/s.test(node.text)
}

function isTagged(node: ts.Node): boolean {
  if (ts.isTaggedTemplateExpression(node)) return /^sql\b/.test(node.tag.getText())
  return ts.isCallExpression(node) && /(?:^sql\.raw|\.query)$/.test(node.expression.getText())
}

/** `lookAfterPayments` → `look After Payments`. */
function wordsOf(name: string): string {
  return name.replaceAll('_', ' ').replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
}

function blocksOf(text: string): Unit[] {
  const units: Unit[] = []
  let line = 1
  for (const block of text.split(/\n(?=\s*\n|\s*[-*|#] )/)) {
    units.push({ where: 'prose', line, text: block.replaceAll(/\s+/g, ' ') })
    line += block.split('\n').length
  }
  return units
}

function linesOf(text: string, prose: RegExp): Unit[] {
  return text.split('\n').flatMap((line, index) => {
    const said = prose.exec(line)?.[1]
    return said === undefined ? [] : [{ where: 'prose' as const, line: index + 1, text: said }]
  })
}

/** Names in backticks may be formats and stored codes. Lines stay where they are. */
function withoutCode(text: string): string {
  return text.replaceAll(/```[\s\S]*?```|`[^`\n]+`/g, (code) => code.replaceAll(/[^\n]/g, ' '))
}

function withoutQuotes(subject: string): string {
  return subject.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”|‘[^’]*’/g, ' ')
}

/** Newest first; none where the history is shallow, or there is none. */
function subjects(): string[] {
  try {
    const options = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' } as const
    execFileSync('git', ['merge-base', '--is-ancestor', RENAMED_AT, 'HEAD'], options)
    return execFileSync('git', ['log', '--format=%s', `${RENAMED_AT}..HEAD`], options)
      .split('\n')
      .filter(Boolean)
  } catch {
    return []
  }
}
