import type { Language } from '#contract/platform/languages.ts'

type Align = 'left' | 'right'
export type Style = { size?: number; strong?: boolean; quiet?: boolean; align?: Align }

/** `accent`: the color behind the name, as `#rrggbb`; null or absent: the usual one. `logo`: a PNG that replaces the colored name. */
export type Letterhead = {
  name: string
  accent?: string | null
  logo?: Uint8Array | undefined
  address: string
  email: string
  phone: string
}

export type Meta = {
  title: string
  company: Letterhead
  /** Written into the document's properties, in ms: the same facts produce the same bytes. */
  at: number
  /** Shown on the left of every page's footer; the page number is on the right. */
  footer: string
  /** For tables of many columns. */
  isWide?: boolean
}

/** `share`: of the width; the shares of a table add up to 1. */
export type Column = { label: string; share: number; align?: Align }

/** One step of a document for the drawing thread. Only plain values, because they cross to another thread. */
export type PdfStep =
  | { does: 'write'; text: string; style: Style }
  | { does: 'beside'; blocks: string[][] }
  | { does: 'facts'; rows: [name: string, value: string][] }
  | { does: 'table'; columns: Column[]; rows: string[][]; sums: string[][] }
  | { does: 'gap'; points: number }

/** A whole document before it is drawn. `language`: of its texts, and so of its page numbers. */
export type PdfJob = { meta: Meta; language: Language; steps: PdfStep[] }
