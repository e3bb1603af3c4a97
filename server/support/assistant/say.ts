import type { AssistantAnswer, Source } from '#contract/support/assistant.ts'

/** An answer about the person, and the pages that show it. */
export function own(text: string, ...sources: Source[]): AssistantAnswer {
  return { kind: 'own', text, sources }
}

export function signIn(): AssistantAnswer {
  return own('Sign in, and I can look that up for you.', { label: 'Sign in', to: '/auth' })
}
