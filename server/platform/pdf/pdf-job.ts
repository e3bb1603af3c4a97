export type Align = 'left' | 'right'
export type Style = { size?: number; strong?: boolean; quiet?: boolean; align?: Align }

export type Letterhead = { name: string; address: string; email: string; phone: string }

export type Meta = {
  title: string
  house: Letterhead
  /** Stands in the document's properties, in ms: the same facts make the same bytes. */
  at: number
  /** Left in every page's footer; the page number stands right of it. */
  footer: string
}

/** `share`: of the width, all together 1. */
export type Column = { label: string; share: number; align?: Align }

/** One line of a document as the thread that draws it is told. Only plain values, since they cross to another thread. */
export type PdfStep =
  | { does: 'write'; text: string; style: Style }
  | { does: 'beside'; blocks: string[][] }
  | { does: 'facts'; rows: [name: string, value: string][] }
  | { does: 'table'; columns: Column[]; rows: string[][]; sums: string[][] }
  | { does: 'gap'; points: number }

/** A whole document before it is drawn. */
export type PdfJob = { meta: Meta; steps: PdfStep[] }
