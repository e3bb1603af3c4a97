import { parseSync, type ESTree } from 'vite'
import { webFiles } from './staff-screens.ts'
import { childrenOf, spaced, type Node } from './syntax.ts'

/** A page that works without the code of the pages. */
const IN_ENGLISH = /\/start-failure\.tsx?$/

/** Attributes whose text a person reads, or has read aloud. */
const READ =
  /^(title|label|placeholder|alt|hint|lead|caption|description|legend|heading|note|empty|intro|action|words|aria-label|aria-description|aria-valuetext|aria-roledescription)$/

/** What looks like a text but isn’t one, or is the same in every language. */
const NAMES =
  /^(Paddock|VIN|PDF|JPEG|PNG|WebP|SVG|QR|IBAN|BIC|CLABE|ACH|SEPA|CSV|KB|MB|USD|EUR|UTC|DMV|OK|FAQ|mi|km|lb|kg|Chrome|Safari|Firefox|Android|iPhone|Stripe|Facebook|WhatsApp|Content-Type|Authorization|Retry-After|Enter|Escape|Home|End|Tab|Website)$/

/** A word in lower case, with the signs around it, or a number with its word: `17-character`; a name of capitals among them. */
const PHRASE_WORD = /^\(?(\p{Ll}[\p{Ll}’]*|\p{Lu}[\p{Ll}’]+|\d+-\p{Ll}+|VIN|PDF)[,.)]*$/u

/** Classes that stand with others of one word alone. */
const CLASSES = /\b(flex|grid|block|inline|hidden|relative|absolute|truncate|tabular|condensed|underline|print)\b/

/** Texts that no translator can find: they aren't in t, Trans or plural. */
export function bareTexts(): string[] {
  return [...webFiles()].filter(([file]) => !IN_ENGLISH.test(file)).flatMap(([file, code]) => bareTextsIn(code, file))
}

export function bareTextsIn(code: string, file: string): string[] {
  const { program } = parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const found: string[] = []
  const add = (text: string, { start }: Node) =>
    found.push(`${file}:${code.slice(0, start).split('\n').length}: "${text.trim()}" isn’t in t, Trans or plural.`)

  /** `isRead`: whatever stands here is shown. */
  const visit = (node: Node, isRead: boolean): void => {
    if (isElsewhere(node)) return
    switch (node.type) {
      case 'TaggedTemplateExpression':
        return node.quasi.expressions.forEach((one) => visit(one, true))
      case 'JSXElement':
        if (!isTrans(node)) break
        return valuesIn(node).forEach((one) => visit(one, true))
      case 'JSXText': {
        const text = spaced(code.slice(node.start, node.end)).trim()
        if (isWords(text)) add(text, node)
        return
      }
      case 'JSXAttribute': {
        const name = node.name.type === 'JSXIdentifier' ? node.name.name : ''
        if (node.value !== null) visit(node.value, READ.test(name))
        return
      }
      case 'JSXExpressionContainer':
        return visit(node.expression, isRead || isChild(node, code))
      case 'Literal':
        if (
          typeof node.value === 'string' &&
          (isSentence(node.value) || isPhrase(node.value) || (isRead && isWords(node.value)))
        )
          add(node.value, node)
        return
      case 'TemplateLiteral': {
        const text = node.quasis.map(({ value }) => value.cooked ?? '').join(' ')
        if (isSentence(text) || (isRead && isWords(text))) add(text, node)
        return node.expressions.forEach((one) => visit(one, isRead))
      }
      case 'ConditionalExpression':
        visit(node.test, false)
        visit(node.consequent, isRead)
        return visit(node.alternate, isRead)
      case 'LogicalExpression':
        visit(node.left, isRead && node.operator === '??')
        return visit(node.right, isRead)
      default:
    }
    childrenOf(node).forEach((child) => visit(child, false))
  }
  visit(program, false)
  return found
}

/** Texts that are translated, types, what is compared, and messages for developers. */
function isElsewhere(node: Node): boolean {
  if (/^TS(?!As|Satisfies|NonNull)|^Import|^ExportAll/.test(node.type)) return true
  if (node.type === 'BinaryExpression') return true
  if (isLogged(node)) return true
  if (node.type === 'NewExpression') return node.callee.type === 'Identifier' && node.callee.name.endsWith('Error')
  return node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'plural'
}

function isTrans({ openingElement: { name } }: ESTree.JSXElement): boolean {
  return name.type === 'JSXIdentifier' && name.name === 'Trans'
}

/** What a sentence with elements shows besides its own words. */
function valuesIn(node: Node): Node[] {
  if (node.type === 'JSXAttribute') return []
  if (node.type === 'JSXExpressionContainer') return node.expression.type === 'Literal' ? [] : [node.expression]
  return childrenOf(node).flatMap(valuesIn)
}

/** For developers, in the browser's console. */
function isLogged(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  return node.callee.object.type === 'Identifier' && node.callee.object.name === 'console'
}

/** Braces among the children of an element, not in an attribute. */
function isChild({ start }: Node, code: string): boolean {
  return !/=\s*$/.test(code.slice(0, start))
}

function isWords(text: string): boolean {
  return text
    .split(/[^\p{L}\p{N}’'-]+/u)
    .some((word) => /\p{L}{2}/u.test(word) && !NAMES.test(word) && !/^[a-z]+-[a-z-]+$/.test(word))
}

/** Sentences are texts wherever they stand, and so is what begins with a capital and has several words. */
function isSentence(text: string): boolean {
  return /^[“"]?\p{Lu}[\p{L}’]*[ ,].*[.?!…]$/su.test(text.trim()) || /^\p{Lu}[\p{Ll}’]+ \p{Ll}+/u.test(text.trim())
}

/** Several words in lower case, such as a note after a colon; not the classes of an element. */
function isPhrase(text: string): boolean {
  const words = text.trim().split(' ')
  return words.length >= 3 && words.length <= 20 && words.every((word) => PHRASE_WORD.test(word)) && !CLASSES.test(text)
}
