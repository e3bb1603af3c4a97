import { parseSync, type Plugin } from 'vite'
import { childrenOf, type Node } from './texts/syntax.ts'

/** Whether pages use a property of what the function describes. */
const USES: Record<string, (property: string) => boolean> = {
  endpoint: (property) => ['method', 'path', 'access'].includes(property),
  importEndpoints: (property) => ['name', 'access'].includes(property),
  adminList: (property) => !['item', 'row', 'more', 'summary'].includes(property),
}

/**
 * What the bundler needs to know to leave out a schema that no page uses: what makes a schema does nothing else. `z`: all of zod. A new
 * function that makes schemas is added here; a page that gets heavier by 10 kB is a sign that one is missing.
 */
export const WITHOUT_SCHEMAS = {
  manualPureFunctions: [
    'z',
    'adminList',
    'importEndpoints',
    'pageOf',
    'namesOf',
    'shapeFrom',
    'codeShape',
    'lineShape',
  ],
  propertyReadSideEffects: false as const,
  moduleSideEffects: [{ test: /\/contract\/(?!platform\/schema-words)/, sideEffects: false }],
}

/**
 * Pages call an endpoint of the contract by its method and path. Its schemas check what the server receives and sends, and weigh more
 * than many a page: they are left out of the client. The schema of a form is imported by its own name.
 */
export function endpointsForPages(): Plugin {
  return {
    name: 'paddock-endpoints-for-pages',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[^?]*\.ts$/, code: /\b(endpoint|adminList|importEndpoints)\(\{|\bheads:/ },
      handler: (code, id) => ({ code: withoutSchemas(code, id), map: null }),
    },
  }
}

/** The source of a file of the contract as pages use it. Lines stay where they are. */
export function withoutSchemas(code: string, file: string): string {
  const { program, errors } = parseSync(file, code, { lang: 'ts' })
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  let kept = ''
  let at = 0
  for (const { start, end } of leftOut(program)) {
    kept += code.slice(at, start) + '\n'.repeat(code.slice(start, end).split('\n').length - 1)
    at = code[end] === ',' ? end + 1 : end
  }
  return kept + code.slice(at)
}

/** In the order of the source: the properties that pages don't use, and `endpoint` itself, which returns what it is given. */
function leftOut(node: Node): Node[] {
  if (isNamesInFiles(node)) return [node]
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return childrenOf(node).flatMap(leftOut)
  const uses = USES[node.callee.name]
  const [described] = node.arguments
  if (uses === undefined || described?.type !== 'ObjectExpression') return childrenOf(node).flatMap(leftOut)
  const unused = described.properties.filter(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && !uses(one.key.name),
  )
  return node.callee.name === 'endpoint' ? [node.callee, ...unused] : unused
}

/** What sellers' files call a field: the server reads the files. */
function isNamesInFiles(node: Node): boolean {
  if (node.type !== 'Property' || node.key.type !== 'Identifier' || node.key.name !== 'heads') return false
  return node.value.type === 'Literal' && typeof node.value.value === 'string'
}
