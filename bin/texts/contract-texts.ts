import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, type ESTree } from 'vite'
import { factTexts, plainCode } from '#contract/accounts/audit-facts.ts'
import { SYSTEM_REASONS } from '#contract/accounts/audit-reasons.ts'
import { LINE_TEXTS } from '#contract/accounts/audit-sentence.ts'
import { SUBJECT_TEXTS } from '#contract/platform/audit-subjects.ts'
import { ACTION_TEXTS } from '#contract/platform/audit-words.ts'
import { codesOf, LIST_NAMES } from '#contract/lots/vocabulary.ts'
import { TECHNICAL_FAILURES } from '#contract/platform/technical-failures.ts'
import { shippedLabels } from '#server/content/editable-texts.ts'
import { KIND_NAMES } from '#server/notifications/kinds.ts'
import { labelOfNotice } from '#contract/notifications/notifications.ts'
import { labelInSentence } from '#server/platform/language/text.ts'
import { ROOT } from '#server/platform/root.ts'
import { childrenOf, nameOf, type Node } from './syntax.ts'

/** A text that is written in English, without knowing its reader, and shown with `translated`. */
export type Written = { english: string; file: string; line: number; isForStaff: boolean }

/** What operators and developers read, names of makes and languages, and tables that say themselves what their texts are. */
const IN_ENGLISH =
  /\/(bus|config|database|health|inbound)\/|\/(audit-\w+|create-owner|language-model|languages|notice-samples|open-keys|openapi[\w-]*|run|technical-failures|vin-makers|webhook)\.ts$/

/** Folders and files whose texts only staff read; pages load them with the administration. */
const STAFF_FOLDERS = [
  'admin|brand|cashier|console|corrections|grants|halts|import|limits|meters|newsletter|outbox',
  'oversight|payouts|publish-checks|risk|run-list|sellers|settings|settlements|staff|statements|table|team|transfer|vehicles',
]
const STAFF_FILES = [
  String.raw`admin-[\w-]+|company-[\w-]+|merge-[\w-]+|replay[\w-]*|staff[\w-]*|[\w-]+-staff|vin-\w+`,
  'auction-console|auction-entry|auction-report|cancel-auction|change-reserve|clients|create-(auction|lot|vehicle)|decide-case|desk-bids',
  'disputes|edit-content|file-import|import|increments|lot-entry|mails|newsletters|overview',
  'oversight|own-costs|people-rules|period-reports|publish-checks|register-client|report-table|save-content|seller-account|settle-dispute',
  'standing-bids|strikes|timeline-words|synonyms|term-faults|transfers|vehicle-events|vehicles|work',
]
const FOR_STAFF = new RegExp(
  // People ask for their credit back next to the code that books bank transfers.
  `/(${STAFF_FOLDERS.join('|')})/(?!ask-credit-back)|/(${STAFF_FILES.join('|')})\\.ts$`,
)

/** Days in stored texts, as `dayWords` writes them. */
const DAYS = Array.from({ length: 12 }, (_, month) => {
  const name = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month))
  return { english: `${name} {day}, {year}`, file: 'contract/platform/days.ts', line: 1, isForStaff: false }
})

const VEHICLE_CODES = LIST_NAMES.flatMap((list) => codesOf(list).map(plainCode))

/** What the lines of the audit log are made from, and names that no code writes as a label: all of it for staff. */
const TABLES = Object.entries({
  'contract/platform/audit-words.ts': ACTION_TEXTS,
  'contract/platform/audit-subjects.ts': SUBJECT_TEXTS,
  'contract/accounts/audit-facts.ts': [...factTexts(), ...VEHICLE_CODES],
  'contract/accounts/audit-sentence.ts': LINE_TEXTS,
  'contract/accounts/audit-reasons.ts': SYSTEM_REASONS,
  'contract/platform/technical-failures.ts': TECHNICAL_FAILURES,
  'server/content/editable-texts.ts': shippedLabels(),
  'contract/notifications/notifications.ts': KIND_NAMES.map(labelOfNotice),
}).flatMap(([file, texts]) => texts.map((english): Written => ({ english, file, line: 1, isForStaff: true })))

/** Works without the code of the pages, and so without their macros. */
const PLAIN_PAGE = 'web/shell/start-failure.ts'

/** Every such text of the contract, the server and the engine. */
export function contractTexts(): Written[] {
  const found = ['contract', 'server', 'engine'].flatMap((top) =>
    readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => `${top}/${name}`)
      .filter((file) => /(?<!\.test|\.test-\w+|\.d)\.ts$/.test(file) && !IN_ENGLISH.test(file))
      .flatMap((file) => writtenIn(readFileSync(path.join(ROOT, file), 'utf8'), file)),
  )
  return [...found, ...DAYS, ...TABLES, ...writtenIn(readFileSync(path.join(ROOT, PLAIN_PAGE), 'utf8'), PLAIN_PAGE)]
}

/** The texts of one file: sentences anywhere, labels of the contract, and what has a name that only texts have. */
export function writtenIn(code: string, file: string): Written[] {
  const { program, errors } = parseSync(file, code, { lang: 'ts' })
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const found: Written[] = []
  const isContract = file.startsWith('contract/') || file === PLAIN_PAGE
  // A file that everyone reads from may describe a list of the administration, too.
  let isForStaff = FOR_STAFF.test(file)
  const add = (node: Node, english: string) =>
    found.push({ english, file, line: code.slice(0, node.start).split('\n').length, isForStaff })

  const visit = (node: Node, named: string): void => {
    if (isNotShown(node)) return
    const wasForStaff = isForStaff
    isForStaff ||= isAdminList(node)
    visitShown(node, named)
    isForStaff = wasForStaff
  }
  const visitShown = (node: Node, named: string): void => {
    const english = englishOf(node)
    if (english !== null) {
      if (!isText(english, named, isContract)) return
      add(node, english)
      // Sentences have it as a value.
      if (named === 'taxLabel') add(node, labelInSentence(english))
      if (node.type === 'TemplateLiteral')
        for (const one of node.expressions) for (const word of wordsIn(one)) add(one, word)
      return
    }
    if (node.type === 'Property') return visit(node.value, keyOf(node) ?? named)
    if (node.type === 'VariableDeclarator') return node.init === null ? undefined : visit(node.init, constantOf(node))
    const called = node.type === 'CallExpression' && node.callee.type === 'Identifier' ? node.callee.name : null
    const isList = node.type === 'ArrayExpression' || node.type === 'ConditionalExpression'
    for (const child of childrenOf(node)) visit(child, called ?? (isList ? named : ''))
  }
  visit(program, '')
  return found
}

/** Types, imports, other languages' texts such as SQL, and what only developers and operators read. */
function isNotShown(node: Node): boolean {
  if (/^TS(?!As|Satisfies|NonNull)|^Import|^ExportAll|^TaggedTemplate/.test(node.type)) return true
  if (node.type === 'NewExpression')
    return node.callee.type === 'Identifier' && /Error$|^RegExp$/.test(node.callee.name)
  if (node.type === 'Property') return /^(summary|fileLabel|heads|help)$/.test(keyOf(node) ?? '')
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'MemberExpression' &&
    callee.object.property.type === 'Identifier' &&
    callee.object.property.name === 'log'
  )
}

function isAdminList(node: Node): boolean {
  return node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'adminList'
}

/** Properties that name a text which need not be a sentence, and calls with one. */
const TEXT_NAMES = /^(label|taxLabel|what|title|failure|says|page|memo)$/
const PLAIN_NAMES = /^(notFound|purpose|until|category)$/

function isText(english: string, named: string, isContract: boolean): boolean {
  const fixed = english.replaceAll(/\{\w+\}/g, ' ').trim()
  if (!/\p{L}{2}/u.test(fixed)) return false
  if (PLAIN_NAMES.test(named)) return true
  const isSentence = /^[\p{Lu}“{].*[.?!]$/su.test(english) && /\p{L}{2,}[^\p{L}]+\p{L}/u.test(fixed)
  return (
    isSentence || ((isContract || TEXT_NAMES.test(named)) && /^“?\p{Lu}(?:\p{Ll}|\p{Lu}+ \p{Ll})[^/_]*$/u.test(fixed))
  )
}

/** The text of a literal, with the names of its values in braces; null for any other node, and for one with braces of its own. */
function englishOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' && !/[{}]/.test(node.value) ? node.value : null
  if (node.type !== 'TemplateLiteral' || node.quasis.some(({ value }) => /[{}]/.test(value.cooked ?? ''))) return null
  const sources = new Map<string, ESTree.Expression>()
  return node.quasis
    .map(({ value }, index) => {
      const expression = node.expressions[index]
      if (expression === undefined) return value.cooked ?? ''
      const base = nameOf(expression)
      let name = base
      for (let count = 2; sources.has(name); count += 1) name = `${base}${count}`
      sources.set(name, expression)
      return `${value.cooked ?? ''}{${name}}`
    })
    .join('')
}

/** Words that a value of a text may be. */
function wordsIn(node: Node): string[] {
  if (node.type === 'ConditionalExpression') return [...wordsIn(node.consequent), ...wordsIn(node.alternate)]
  const english = englishOf(node)
  return english !== null && /\p{L}{2}/u.test(english) ? [english] : []
}

/** What a constant holds, by the first word of its name: `UNTIL_SIGN_OUT` is an `until`. */
function constantOf({ id }: ESTree.VariableDeclarator): string {
  return id.type === 'Identifier' && /^[A-Z_]+$/.test(id.name) ? id.name.toLowerCase().split('_')[0]! : ''
}

function keyOf(node: Node): string | null {
  if (node.type !== 'Property') return null
  return node.key.type === 'Identifier' ? node.key.name : node.key.type === 'Literal' ? String(node.key.value) : null
}
