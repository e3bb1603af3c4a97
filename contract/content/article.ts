import * as z from 'zod/mini'
import { LANGUAGE_CODES } from '../platform/languages.ts'

/**
 * A text that staff wrote in Markdown, as data: the server parses it, and pages and the server's HTML draw it. Nothing in it can be a tag,
 * a style or a script. A run is a stretch of text of one style; `href` leads to our own pages, to `https:`, `mailto:` or `tel:`.
 */
export const Run = z.object({
  text: z.string(),
  bold: z.optional(z.literal(true)),
  italic: z.optional(z.literal(true)),
  code: z.optional(z.literal(true)),
  href: z.optional(z.string()),
})
export type Run = z.infer<typeof Run>

const Runs = z.array(Run)

export const Align = z.enum(['left', 'center', 'right'])
export type Align = z.infer<typeof Align>

/** `part`: an interactive part of the page that stands here, such as the fee calculator. */
export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), runs: Runs }),
  z.object({ kind: z.literal('heading'), runs: Runs }),
  z.object({ kind: z.literal('quote'), runs: Runs }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(Runs) }),
  z.object({
    kind: z.literal('table'),
    caption: z.string(),
    align: z.array(Align),
    head: z.array(Runs),
    rows: z.array(z.array(Runs)),
  }),
  z.object({ kind: z.literal('part'), part: z.literal('fee-calculator') }),
])
export type Block = z.infer<typeof Block>

/** `id`: the section's address on its page, after the `#`. */
export const Section = z.object({ id: z.string(), heading: z.string(), blocks: z.array(Block) })
export type Section = z.infer<typeof Section>

/** The language a text is written in, where it isn't in the one that was asked for. */
export const WrittenIn = z.optional(z.enum(LANGUAGE_CODES))

/** `lead`: what stands between the title and the first section. */
export const Article = z.object({
  title: z.string(),
  lead: z.array(Block),
  sections: z.array(Section),
  language: WrittenIn,
})
export type Article = z.infer<typeof Article>
