import '#contract/platform/schema-words.ts'

/** Checks a form by a schema of the contract, imported by its name: a page's endpoints come without theirs (`bin/endpoints-for-pages.ts`). */
export { zodResolver } from '@hookform/resolvers/zod'
