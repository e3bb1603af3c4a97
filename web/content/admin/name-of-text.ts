import type { ContentText } from '#contract/content/edit-content.ts'
import { LANGUAGES } from '#contract/platform/languages.ts'
import { translated } from '#web/platform/language/text.ts'

/** `Privacy (Español)`: a text in another language than English names it. */
export function nameOfText({ label, language }: Pick<ContentText, 'label' | 'language'>): string {
  return language === 'en' ? translated(label) : `${translated(label)} (${LANGUAGES[language].name})`
}
