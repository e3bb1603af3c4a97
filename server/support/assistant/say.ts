import type { AssistantAnswer, Source } from '#contract/support/assistant.ts'
import { t, translated } from '#server/platform/language/text.ts'

/** An answer that is yet to be put into words, in the language of who asked: `inLanguage(language, answer)`. */
export type Answer = () => AssistantAnswer

/** `label`: in English, or made of parts of a language. */
export type Page = { label: string | (() => string); to: string }

/** An answer about the person, and the pages that show it. */
export function own(text: () => string, ...pages: Page[]): Answer {
  return () => ({ kind: 'own', text: text(), sources: pages.map(sourceOf) })
}

/** Asks for another person's data or for an action. */
export function declined(text: () => string, ...pages: Page[]): Answer {
  return () => ({ kind: 'declined', text: text(), sources: pages.map(sourceOf) })
}

function sourceOf({ label, to }: Page): Source {
  return { label: typeof label === 'string' ? translated(label) : label(), to }
}

export function signIn(): Answer {
  return own(() => t`Sign in, and I can look that up for you.`, { label: 'Sign in', to: '/auth' })
}
