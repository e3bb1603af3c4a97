import type { ESTree } from 'vite'

export type Node = ESTree.Node

/** The nodes directly in a node, in the order of the source. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child)
    .toSorted((a, b) => a.start - b.start)
}

/** What the methods are about is their receiver: `count.toLocaleString()` is a count. */
const OF_RECEIVER = /^(toLocaleString|toLowerCase|toUpperCase|trim|join|toFixed|replace|replaceAll|slice|at)$/
const RESERVED = /^(new|default|class|return|this|in)$/

/** What a value is called in a message: `price` for `formatMoney(lot.price, currency)`. */
export function nameOf(node: Node): string {
  const name = said(node) ?? 'value'
  return RESERVED.test(name) ? `${name}Value` : name
}

function said(node: Node): string | null {
  switch (node.type) {
    case 'Identifier':
      return node.name
    case 'MemberExpression':
      if (node.computed) return said(node.object)
      return node.property.type === 'Identifier' && node.property.name !== 'length'
        ? node.property.name
        : said(node.object)
    case 'CallExpression':
      return calledOf(node)
    case 'BinaryExpression':
    case 'LogicalExpression':
      return said(node.left) ?? said(node.right)
    case 'ConditionalExpression':
      return said(node.test)
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return said(node.expression)
    case 'UnaryExpression':
      return said(node.argument)
    // Named by hand: `${{ due }}`, as on the server, which runs its sources as they are.
    case 'ObjectExpression':
      return node.properties[0]?.type === 'Property' ? said(node.properties[0].key) : null
    default:
      return null
  }
}

function calledOf({ callee, arguments: [first] }: ESTree.CallExpression): string | null {
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    if (OF_RECEIVER.test(callee.property.name)) return said(callee.object)
    if (callee.property.name === 'format' && first !== undefined) return said(first)
  }
  return (first === undefined ? null : said(first)) ?? said(callee)
}

const ENTITIES: Record<string, string> = { nbsp: '\u00a0', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of JSX as React shows it: lines are joined by a space, and their own space at the ends is dropped. */
export function spaced(raw: string): string {
  const lines = raw.split('\n')
  const kept = lines
    .map((line, index) => {
      const start = index === 0 ? line : line.trimStart()
      return index === lines.length - 1 ? start : start.trimEnd()
    })
    .filter((line) => line !== '')
  return kept.join(' ').replaceAll(/&(\w+);/g, (_, name: string) => {
    const character = ENTITIES[name]
    if (character === undefined) throw new Error(`Write the character itself instead of &${name};`)
    return character
  })
}
