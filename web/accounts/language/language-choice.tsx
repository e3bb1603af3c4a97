import { t } from '#web/platform/language/text.ts'
import { type Language, LANGUAGE_CODES, LANGUAGES } from '#contract/platform/languages.ts'
import { chooseLanguage } from './choose-language.ts'
import { language } from '#web/platform/language/language.ts'
import { useUser } from '#web/platform/session.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Each language in its own words, so that everyone finds theirs. */
export function LanguageChoice() {
  const { isLoggedIn } = useUser()
  const choose = (code: Language) =>
    chooseLanguage(code, isLoggedIn).catch(() =>
      toast({ title: t`The language wasn’t changed`, description: t`Try again.`, variant: 'destructive' }),
    )
  return (
    <ul aria-label={t`Language`} className="flex gap-x-4">
      {LANGUAGE_CODES.map((code) => (
        <li key={code}>
          <button
            type="button"
            lang={code}
            aria-pressed={code === language}
            className="inline-flex min-h-11 items-center hover:underline hover:underline-offset-4 aria-pressed:font-semibold"
            onClick={() => void choose(code)}
          >
            {LANGUAGES[code].name}
          </button>
        </li>
      ))}
    </ul>
  )
}
