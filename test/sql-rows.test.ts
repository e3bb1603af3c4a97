import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { lineOf, nodesOf } from './source-tree.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const READS_ROWS = /\bsql<|\bquery<|\bfrom 'kysely'/
/** Types whose SQL is in another file of their folder. */
const ELSEWHERE = new Set(['ImportRow', 'NewLot', 'NewVehicle'])

// The compiler believes what a row is said to hold. A column by another name would be undefined, and false, without an error.
test('a row has no column that the SQL of its file doesn’t name', () => {
  const files = globSync('server/**/*.ts', { cwd: ROOT }).filter((file) => !/\.test(-support)?\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap(unnamedIn)).toEqual([])
})

function unnamedIn(file: string): string[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  if (!READS_ROWS.test(source)) return []
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const nodes = nodesOf(tree)
  const words = new Set(nodes.flatMap((node) => (isText(node) ? node.text.match(/\w+/g) : null) ?? []))
  return nodes.flatMap((node) => {
    if (!ts.isPropertySignature(node) || !ts.isIdentifier(node.name)) return []
    const { text: name } = node.name
    const type = ts.findAncestor(node, ts.isTypeAliasDeclaration)?.name.text ?? ''
    if (!name.includes('_') || words.has(name) || ELSEWHERE.has(type)) return []
    return [`${file}:${lineOf(tree, node.getStart())}: no SQL in this file names "${name}".`]
  })
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  if (ts.isLiteralTypeNode(node.parent)) return false
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
}
