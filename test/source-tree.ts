import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export const ROOT = path.resolve(import.meta.dirname, '..')
const NOT_OURS = new Set(['node_modules', 'dist', 'data', 'reports', 'screenshots', 'package-lock.json'])

/** The files that we write, by their paths from the root. */
export function ourFiles(folder = ''): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (NOT_OURS.has(entry.name) || (entry.name.startsWith('.') && entry.name !== '.ci')) return []
    return entry.isDirectory() ? ourFiles(file) : [file]
  })
}

export function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
}

export type Import = {
  specifier: string
  /** Path from the root; null for a package. */
  target: string | null
  line: number
}

/** Imports, re-exports and `import()` with a fixed address. */
export function importsOf(tree: ts.SourceFile): Import[] {
  return nodesOf(tree).flatMap((node) => {
    const address =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined
    if (address === undefined || !ts.isStringLiteral(address)) return []
    return [
      { specifier: address.text, target: targetOf(tree.fileName, address.text), line: lineOf(tree, node.getStart()) },
    ]
  })
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier === '#engine') return 'engine/index.ts'
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return null
}

/** Every node of a file, outer before inner. */
export function nodesOf(tree: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = []
  ts.forEachChild(tree, function visit(node): void {
    found.push(node)
    ts.forEachChild(node, visit)
  })
  return found
}

/** `lot.window` and `{ window: 1 }` name a member, not the global. */
export function isMemberName(node: ts.Identifier): boolean {
  const parent = node.parent
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  return (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) && parent.name === node
}

/** The callback of a `describe`: a list of tests, not a function with a task. */
export function isDescribeBlock(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && /^describe\b/.test(node.parent.expression.getText())
}

/** From 1. */
export function lineOf(tree: ts.SourceFile, position: number): number {
  return tree.getLineAndCharacterOfPosition(position).line + 1
}
