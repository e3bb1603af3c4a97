import { parseSync, type ESTree } from 'vite'
import { compiled } from '#server/platform/language/catalog.ts'
import { childrenOf, nameOf, spaced, type Node } from './syntax.ts'

/** A text as translators see it, and where it is. */
export type Text = { english: string; line: number }

const USES = /\/language\/(text\.ts|trans\.tsx)['"]/
type Macro = ESTree.TaggedTemplateExpression | ESTree.CallExpression | ESTree.JSXElement
type Range = { start: number; end: number }
type Values = Map<string, string>

/**
 * Compiles the texts of a file in their place: t`…`, plural(…) and <Trans>…</Trans> get the parts of an ICU message.
 * Values are named after what they are: `lot.title` is `{title}`. Lines stay where they are.
 */
export function compileTexts(code: string, file: string): { code: string; texts: Text[] } {
  if (!USES.test(code)) return { code, texts: [] }
  const { program, errors } = parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const compiler = new Compiler(code)
  return { code: compiler.source({ start: 0, end: code.length }, program), texts: compiler.texts }
}

class Compiler {
  readonly texts: Text[] = []
  readonly #code: string

  constructor(code: string) {
    this.#code = code
  }

  /** The source of a range of a node, with its texts compiled. */
  source(range: Range, node: Node): string {
    let out = ''
    let at = range.start
    for (const macro of macrosIn(node)) {
      const call = this.#compile(macro)
      const lines = linesIn(this.#code.slice(macro.start, macro.end)) - linesIn(call)
      out += this.#code.slice(at, macro.start) + call + '\n'.repeat(Math.max(0, lines))
      at = macro.end
    }
    return out + this.#code.slice(at, range.end)
  }

  #compile(node: Macro): string {
    const values: Values = new Map()
    if (node.type === 'JSXElement') return this.#compileTrans(node, values)
    const [name, english] =
      node.type === 'CallExpression'
        ? ['plural', this.#plural(node, values)]
        : ['t', this.#template(node.quasi, values)]
    return `${name}(${this.#message(english, node)}${values.size === 0 ? '' : `, ${objectOf(values)}`})`
  }

  #compileTrans(node: ESTree.JSXElement, values: Values): string {
    const elements: string[] = []
    const english = this.#children(node.children, values, elements)
    const components = elements.map((element, index) => `${index}: ${element}`).join(', ')
    return [
      `<Trans message={${this.#message(english, node)}}`,
      ...(values.size === 0 ? [] : [`values={${objectOf(values)}}`]),
      ...(elements.length === 0 ? [] : [`components={{ ${components} }}`]),
      '/>',
    ].join(' ')
  }

  #message(english: string, { start }: Node): string {
    this.texts.push({ english, line: linesIn(this.#code.slice(0, start)) })
    return JSON.stringify(compiled(english))
  }

  #template({ quasis, expressions }: ESTree.TemplateLiteral, values: Values): string {
    return quasis
      .map(({ value }, index) => {
        const expression = expressions[index]
        return checked(value.cooked ?? '') + (expression === undefined ? '' : this.#value(expression, values))
      })
      .join('')
  }

  #plural({ arguments: [count, forms] }: ESTree.CallExpression, values: Values): string {
    if (count === undefined || forms?.type !== 'ObjectExpression')
      throw new Error('plural takes a number and its forms')
    const name = this.#named(count, values)
    const cases = forms.properties.map((form) => {
      if (form.type !== 'Property' || form.key.type !== 'Identifier') throw new Error('A form of a plural has a name')
      return `${form.key.name} {${this.#form(form.value, values)}}`
    })
    return `{${name}, plural, ${cases.join(' ')}}`
  }

  #form(value: Node, values: Values): string {
    if (value.type === 'TemplateLiteral') return this.#template(value, values)
    if (value.type === 'Literal') return checked(String(value.value))
    throw new Error('A form of a plural is a text')
  }

  #value(expression: Node, values: Values): string {
    if (isPlural(expression)) return this.#plural(expression, values)
    return `{${this.#named(expression, values)}}`
  }

  /** The name of a value in its message; different values of one name are numbered. */
  #named(expression: Node, values: Values): string {
    const source = this.source(expression, expression)
    const base = nameOf(expression)
    let name = base
    for (let count = 2; values.has(name) && values.get(name) !== source; count++) name = `${base}${count}`
    values.set(name, source)
    return name
  }

  #children(children: readonly ESTree.JSXChild[], values: Values, elements: string[]): string {
    return children
      .map((child) => {
        if (child.type === 'JSXText') return checked(spaced(this.#code.slice(child.start, child.end)))
        if (child.type === 'JSXElement') return this.#element(child, values, elements)
        if (child.type !== 'JSXExpressionContainer') throw new Error(`${child.type} in a text`)
        const { expression } = child
        if (expression.type === 'JSXEmptyExpression') return ''
        return expression.type === 'Literal' ? checked(String(expression.value)) : this.#value(expression, values)
      })
      .join('')
  }

  #element({ openingElement, children }: ESTree.JSXElement, values: Values, elements: string[]): string {
    const index = elements.length
    elements.push(this.source(openingElement, openingElement).replace(/\s*\/?>$/, ' />'))
    const inner = this.#children(children, values, elements)
    return inner === '' ? `<${index}/>` : `<${index}>${inner}</${index}>`
  }
}

/** The outermost texts in a node, in their order. */
function macrosIn(node: Node): Macro[] {
  return isMacro(node) ? [node] : childrenOf(node).flatMap(macrosIn)
}

function isMacro(node: Node): node is Macro {
  if (node.type === 'TaggedTemplateExpression') return node.tag.type === 'Identifier' && node.tag.name === 't'
  if (node.type === 'JSXElement')
    return node.openingElement.name.type === 'JSXIdentifier' && node.openingElement.name.name === 'Trans'
  return isPlural(node)
}

function isPlural(node: Node): node is ESTree.CallExpression {
  return node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'plural'
}

function objectOf(values: Values): string {
  return `{ ${[...values].map(([name, source]) => `${name}: ${source}`).join(', ')} }`
}

function linesIn(text: string): number {
  return text.split('\n').length
}

/** Braces would be places of values. */
function checked(text: string): string {
  if (/[{}]/.test(text)) throw new Error(`A text may not contain a brace: ${text}`)
  return text
}
